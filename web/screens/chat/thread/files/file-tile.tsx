import { Download, Play } from 'lucide-react'
import { useState } from 'react'
import { FoundText } from '../../../../parts/found-text.tsx'
import { saveFile } from '../../../../save-file.ts'
import { isFilm, isViewed, mediaFacts } from '../media-facts.ts'
import { Busy, FileProgress, type FileTileProps } from './file-parts.tsx'
import styles from './file-tile.module.css'
import { openFile, useFile } from './opened-files.ts'
import { SoundTile } from './sound-tile.tsx'
import { useThreadFiles } from './thread-files.tsx'
import { wasLeftForTyping } from './typing.ts'

/** A message's file that can be opened: pictures and videos are shown, sounds played, the rest saved. */
export function FileTile(props: FileTileProps) {
  if (props.type === 'audioMessage') return <SoundTile {...props} />
  return isViewed(props.type) ? <ViewTile {...props} /> : <SaveTile {...props} />
}

/** A picture or video: opens large. */
function ViewTile({ messageKey, source, type, kind, file, thumbnail, onGone }: FileTileProps) {
  const { ask, view } = useThreadFiles()
  const state = useFile(source)
  const [isReady, setIsReady] = useState(false)
  const { icon: Icon } = kind
  const isOpening = state?.kind === 'opening'
  const open = async () => {
    setIsReady(false)
    const isLast = ask(messageKey)
    const isTyping = wasLeftForTyping()
    if (!(await openFile(source))) return
    if (isLast() && !isTyping()) view(messageKey)
    else setIsReady(true)
  }
  // A video's own first picture would load all of it.
  const shown = isFilm(type) ? null : addressOf(state, source)
  const picture = shown ?? (thumbnail && `data:image/jpeg;base64,${thumbnail}`)
  const facts = mediaFacts(kind, file)
  const isHere = isFilm(type) && (state?.kind === 'open' || source.kind === 'upload')
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
              <Busy isBusy={isOpening} icon={isHere ? Play : Icon} />
            </span>
            <span className={styles.facts}>{facts}</span>
          </>
        ) : (
          <>
            <img
              src={picture}
              alt=""
              width={290}
              height={218}
              className={styles.picture}
              // The browser may have thrown away what it had of an upload that is kept no more.
              {...(shown !== null &&
                source.kind === 'upload' && { loading: 'lazy', onError: onGone })}
            />
            {shown === null && (
              <span className={styles.badge}>
                <Busy isBusy={isOpening} icon={isHere ? Play : Download} />
                {facts}
              </span>
            )}
          </>
        )}
      </button>
      <FileProgress
        state={state}
        ready={isReady ? 'Pronto para abrir.' : null}
        onRetry={() => void open()}
      />
    </>
  )
}

/** Where the page finds a picture without asking WhatsApp's server for it. */
function addressOf(state: ReturnType<typeof useFile>, source: FileTileProps['source']) {
  if (state?.kind === 'open') return state.url
  return source.kind === 'upload' ? source.path : null
}

/** Any other file: goes among the downloads, under its own name. */
function SaveTile({ source, kind, file, name }: FileTileProps) {
  const state = useFile(source)
  const { icon: Icon } = kind
  const isOpening = state?.kind === 'opening'
  const save = async () => {
    const open = await openFile(source)
    if (open) saveFile(open.file, open.name)
  }
  const facts = mediaFacts(kind, file)
  return (
    <>
      <button
        type="button"
        className={styles.tile}
        aria-busy={isOpening || undefined}
        onClick={() => void save()}
      >
        <span className={styles.icon}>
          <Icon size={20} aria-hidden />
        </span>
        <span className="visually-hidden">Salvar </span>
        <span className={styles.facts}>
          {name && (
            <span className={styles.name} title={name}>
              <FoundText text={name} />
            </span>
          )}
          {name && ' '}
          <span className={styles.minor}>{facts}</span>
        </span>
        <Busy isBusy={isOpening} icon={Download} />
      </button>
      <FileProgress state={state} onRetry={() => void save()} />
    </>
  )
}
