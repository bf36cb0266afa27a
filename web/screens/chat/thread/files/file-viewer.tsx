import { ArrowLeft, ArrowRight, Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ChatPlace } from '../../../../api/chat.ts'
import { formatDateTime } from '../../../../format.ts'
import { saveFile } from '../../../../save-file.ts'
import { Spinner } from '../../../../ui/display/spinner.tsx'
import { Button, IconButton } from '../../../../ui/forms/button.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import { isFilm, mediaKindOf } from '../media-facts.ts'
import type { Bubble } from '../thread-items.ts'
import { FileFailure } from './file-parts.tsx'
import styles from './file-viewer.module.css'
import { type OpenFile, openFile, useFile } from './opened-files.ts'

/** A picture or video, large; the arrow keys lead to those beside it in the thread. */
export function FileViewer({
  place,
  bubble,
  earlier,
  later,
  onView,
  onClose,
}: {
  readonly place: ChatPlace
  readonly bubble: Bubble
  /** The messages whose pictures stand beside it; null: none does. */
  readonly earlier: string | null
  readonly later: string | null
  readonly onView: (messageId: string) => void
  readonly onClose: () => void
}) {
  const { type, file, atSeconds } = bubble
  const messageId = bubble.messageId ?? ''
  const state = useFile(place, messageId)
  const kind = mediaKindOf(type, file)
  const name = kind?.name ?? 'Arquivo'
  useEffect(() => void openFile(place, messageId), [place, messageId])
  useArrowKeys({ earlier, later, onView })
  return (
    <Dialog
      title={`${name} · ${formatDateTime(new Date(atSeconds * 1000).toISOString())}`}
      width="large"
      onClose={onClose}
      footer={
        <>
          <div className={styles.ways}>
            <IconButton
              label="Anterior"
              icon={ArrowLeft}
              disabled={earlier === null}
              onClick={() => earlier !== null && onView(earlier)}
            />
            <IconButton
              label="Próxima"
              icon={ArrowRight}
              disabled={later === null}
              onClick={() => later !== null && onView(later)}
            />
          </div>
          <Button
            look="primary"
            icon={Download}
            disabled={state?.kind !== 'open'}
            onClick={() => state?.kind === 'open' && saveFile(state.file, state.name)}
          >
            Salvar
          </Button>
        </>
      }
    >
      <div className={styles.stage}>
        {state?.kind === 'open' && (
          <Shown key={messageId} open={state} isFilm={isFilm(type)} name={name} />
        )}
        {state?.kind === 'failed' && (
          <FileFailure state={state} onRetry={() => void openFile(place, messageId)} />
        )}
        {(!state || state.kind === 'opening') && (
          <p role="status" className={styles.opening}>
            <Spinner size={20} />
            Baixando…
          </p>
        )}
      </div>
    </Dialog>
  )
}

function Shown({
  open,
  isFilm,
  name,
}: {
  readonly open: OpenFile
  readonly isFilm: boolean
  readonly name: string
}) {
  const [isUnreadable, setIsUnreadable] = useState(false)
  if (isUnreadable) {
    return (
      <p role="alert" className={styles.opening}>
        Este navegador não mostra este arquivo: salve para abrir em outro programa.
      </p>
    )
  }
  return isFilm ? (
    // biome-ignore lint/a11y/useMediaCaption: nobody writes captions for what people send each other
    <video
      src={open.url}
      className={styles.shown}
      aria-label={name}
      controls
      autoPlay
      playsInline
      onError={() => setIsUnreadable(true)}
    />
  ) : (
    <img src={open.url} alt={name} className={styles.shown} onError={() => setIsUnreadable(true)} />
  )
}

/** In a video the arrows move through what it plays. */
function useArrowKeys(ways: {
  readonly earlier: string | null
  readonly later: string | null
  readonly onView: (messageId: string) => void
}): void {
  const last = useRef(ways)
  useEffect(() => {
    last.current = ways
  })
  useEffect(() => {
    const press = ({ key, target, altKey, ctrlKey, metaKey }: KeyboardEvent) => {
      if (target instanceof HTMLVideoElement || altKey || ctrlKey || metaKey) return
      const { earlier, later, onView } = last.current
      const next = key === 'ArrowLeft' ? earlier : key === 'ArrowRight' ? later : null
      if (next !== null) onView(next)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
