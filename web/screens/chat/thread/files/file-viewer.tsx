import { ArrowLeft, ArrowRight, Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { formatDateTime } from '../../../../format.ts'
import { saveFile } from '../../../../save-file.ts'
import { Spinner } from '../../../../ui/display/spinner.tsx'
import { Button, IconButton } from '../../../../ui/forms/button.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import { useKeyDown } from '../../../../ui/use-key-down.ts'
import { isFilm, mediaKindOf } from '../media-facts.ts'
import type { Bubble } from '../thread-items.ts'
import { FileFailure } from './file-parts.tsx'
import type { FileSource } from './file-source.ts'
import styles from './file-viewer.module.css'
import { type OpenFile, openFile, useFile } from './opened-files.ts'
import { nowPlays, playsNoMore } from './playing.ts'

/** A picture or video, large; the arrow keys lead to those beside it in the thread. */
export function FileViewer({
  source,
  bubble,
  earlier,
  later,
  onView,
  onClose,
}: {
  readonly source: FileSource
  readonly bubble: Bubble
  /** The keys of the messages whose pictures stand beside it; null: none does. */
  readonly earlier: string | null
  readonly later: string | null
  readonly onView: (messageKey: string) => void
  readonly onClose: () => void
}) {
  const { key, type, file, atSeconds } = bubble
  const state = useFile(source)
  const kind = mediaKindOf(type, file)
  const name = kind?.name ?? 'Arquivo'
  useEffect(() => void openFile(source), [source])
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
          <Shown key={key} open={state} isFilm={isFilm(type)} name={name} />
        )}
        {state?.kind === 'failed' && (
          <FileFailure state={state} onRetry={() => void openFile(source)} />
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
    <Film url={open.url} name={name} onError={() => setIsUnreadable(true)} />
  ) : (
    <img src={open.url} alt={name} className={styles.shown} onError={() => setIsUnreadable(true)} />
  )
}

/** A video silences the sound that plays, whether the browser lets it begin by itself or not. */
function Film({
  url,
  name,
  onError,
}: {
  readonly url: string
  readonly name: string
  readonly onError: () => void
}) {
  const ref = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    nowPlays(element)
    return () => playsNoMore(element)
  }, [])
  return (
    // biome-ignore lint/a11y/useMediaCaption: nobody writes captions for what people send each other
    <video
      ref={ref}
      src={url}
      className={styles.shown}
      aria-label={name}
      controls
      autoPlay
      playsInline
      onPlay={({ currentTarget }) => nowPlays(currentTarget)}
      onError={onError}
    />
  )
}

/** In a video the arrows move through what it plays. */
function useArrowKeys({
  earlier,
  later,
  onView,
}: {
  readonly earlier: string | null
  readonly later: string | null
  readonly onView: (messageKey: string) => void
}): void {
  useKeyDown(({ key, target, altKey, ctrlKey, metaKey }: KeyboardEvent) => {
    if (target instanceof HTMLVideoElement || altKey || ctrlKey || metaKey) return
    const next = key === 'ArrowLeft' ? earlier : key === 'ArrowRight' ? later : null
    if (next !== null) onView(next)
  })
}
