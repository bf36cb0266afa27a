import { Download, Play } from 'lucide-react'
import { FoundText } from '../../../../parts/found-text.tsx'
import { saveFile } from '../../../../save-file.ts'
import { isFilm, isViewed, mediaFacts } from '../media-facts.ts'
import { Busy, FileNews, type FileTileProps } from './file-parts.tsx'
import styles from './file-tile.module.css'
import { openFile, useFile } from './opened-files.ts'
import { SoundTile } from './sound-tile.tsx'
import { useThreadFiles } from './thread-files.tsx'

/** A message's file that lies on WhatsApp's server: pictures and videos are shown, sounds played, the rest saved. */
export function FileTile(props: FileTileProps) {
  if (props.type === 'audioMessage') return <SoundTile {...props} />
  return isViewed(props.type, props.file) ? <ViewTile {...props} /> : <SaveTile {...props} />
}

/** A picture or video: opens large. */
function ViewTile({ messageId, type, kind, file, thumbnail }: FileTileProps) {
  const { place, view } = useThreadFiles()
  const state = useFile(place, messageId)
  const { icon: Icon } = kind
  const isOpening = state?.kind === 'opening'
  const open = async () => {
    if (await openFile(place, messageId)) view(messageId)
  }
  // A video's own first picture would load all of it.
  const shown = state?.kind === 'open' && !isFilm(type) ? state.url : null
  const picture = shown ?? (thumbnail && `data:image/jpeg;base64,${thumbnail}`)
  const facts = mediaFacts(kind, file)
  return (
    <>
      <button
        type="button"
        className={picture === null ? styles.tile : styles.preview}
        aria-label={`Abrir ${facts}`}
        aria-busy={isOpening || undefined}
        onClick={() => void open()}
      >
        {picture === null ? (
          <>
            <span className={styles.icon}>
              <Busy isBusy={isOpening} icon={Icon} />
            </span>
            <span className={styles.facts}>{facts}</span>
          </>
        ) : (
          <>
            <img src={picture} alt="" width={290} height={218} className={styles.picture} />
            {shown === null && (
              <span className={styles.badge}>
                <Busy isBusy={isOpening} icon={isFilm(type) ? Play : Download} />
                {facts}
              </span>
            )}
          </>
        )}
      </button>
      <FileNews state={state} onRetry={() => void open()} />
    </>
  )
}

/** Any other file: goes among the downloads, under its own name. */
function SaveTile({ messageId, kind, file }: FileTileProps) {
  const { place } = useThreadFiles()
  const state = useFile(place, messageId)
  const { icon: Icon } = kind
  const isOpening = state?.kind === 'opening'
  const save = async () => {
    const open = await openFile(place, messageId)
    if (open) saveFile(open.file, open.name)
  }
  const facts = mediaFacts(kind, file)
  return (
    <>
      <button
        type="button"
        className={styles.tile}
        aria-label={['Salvar', file.name, facts].filter(Boolean).join(' ')}
        aria-busy={isOpening || undefined}
        onClick={() => void save()}
      >
        <span className={styles.icon}>
          <Icon size={20} aria-hidden />
        </span>
        <span className={styles.facts}>
          {file.name && (
            <span className={styles.name} title={file.name}>
              <FoundText text={file.name} />
            </span>
          )}
          <span className={styles.minor}>{facts}</span>
        </span>
        <Busy isBusy={isOpening} icon={Download} />
      </button>
      <FileNews state={state} onRetry={() => void save()} />
    </>
  )
}
