import { Download, Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { saveFile } from '../../../../save-file.ts'
import { formatLength, mediaFacts } from '../media-facts.ts'
import { Busy, FileProgress, type FileTileProps } from './file-parts.tsx'
import tile from './file-tile.module.css'
import { openFile, useFile } from './opened-files.ts'
import { nowPlays, playsNoMore } from './playing.ts'
import styles from './sound-tile.module.css'
import { useThreadFiles } from './thread-files.tsx'

/** A sound: its button brings it here and plays it, its slider moves through it. */
export function SoundTile({ messageKey, source, kind, file }: FileTileProps) {
  const { ask } = useThreadFiles()
  const state = useFile(source)
  const [isReady, setIsReady] = useState(false)
  const url = state?.kind === 'open' ? state.url : null
  const { audio, sound, toggle, seek } = useSound(url, file?.durationSeconds ?? null)
  const { isPlaying, atSeconds, lengthSeconds, isUnplayable } = sound
  const press = async () => {
    setIsReady(false)
    const isLast = ask(messageKey)
    if (url === null && !(await openFile(source))) return
    if (isLast()) toggle()
    else setIsReady(true)
  }
  const isOpening = state?.kind === 'opening'
  return (
    <>
      <div className={tile.tile}>
        <button
          type="button"
          className={styles.play}
          aria-label={`${isPlaying ? 'Pausar' : 'Ouvir'} ${mediaFacts(kind, file)}`}
          aria-busy={isOpening || undefined}
          onClick={() => void press()}
        >
          <Busy isBusy={isOpening} icon={isPlaying ? Pause : Play} />
        </button>
        <div className={tile.facts}>
          <input
            type="range"
            className={styles.slider}
            aria-label="Posição no áudio"
            aria-valuetext={`${formatLength(atSeconds)} de ${formatLength(lengthSeconds)}`}
            min={0}
            max={lengthSeconds}
            step={1}
            value={Math.min(atSeconds, lengthSeconds)}
            disabled={url === null}
            onChange={({ target }) => seek(Number(target.value))}
          />
          <p className={tile.minor}>
            {isPlaying || atSeconds > 0
              ? `${formatLength(atSeconds)} de ${formatLength(lengthSeconds)}`
              : mediaFacts(kind, file)}
          </p>
        </div>
        {state?.kind === 'open' && (
          <button
            type="button"
            className={styles.save}
            aria-label={`Salvar ${state.name}`}
            title="Salvar"
            onClick={() => saveFile(state.file, state.name)}
          >
            <Download size={18} aria-hidden />
          </button>
        )}
        {/* biome-ignore lint/a11y/useMediaCaption: nobody writes captions for what people say to each other */}
        <audio ref={audio} src={url ?? undefined} hidden />
      </div>
      {isUnplayable && (
        <p role="alert" className={tile.minor}>
          Este navegador não toca este áudio: salve para ouvir em outro programa.
        </p>
      )}
      <FileProgress
        state={state}
        ready={isReady ? 'Pronto para ouvir.' : null}
        onRetry={() => void press()}
      />
    </>
  )
}

/** Plays what lies at an address, once it is there. */
function useSound(url: string | null, knownSeconds: number | null) {
  const audio = useRef<HTMLAudioElement>(null)
  const [isWanted, setIsWanted] = useState(false)
  const [sound, setSound] = useState({
    ...{ isPlaying: false, atSeconds: 0, isUnplayable: false },
    lengthSeconds: knownSeconds ?? 0,
  })
  useEffect(() => {
    const element = audio.current
    if (!element) return
    const note = (change: Partial<typeof sound>) => setSound((last) => ({ ...last, ...change }))
    const listeners = {
      play: () => {
        nowPlays(element)
        note({ isPlaying: true })
      },
      pause: () => note({ isPlaying: false }),
      ended: () => note({ isPlaying: false, atSeconds: 0 }),
      timeupdate: () => note({ atSeconds: element.ended ? 0 : element.currentTime }),
      durationchange: () => {
        if (Number.isFinite(element.duration)) note({ lengthSeconds: element.duration })
      },
      error: () => note({ isPlaying: false, isUnplayable: element.getAttribute('src') !== null }),
    }
    for (const [name, listen] of Object.entries(listeners)) element.addEventListener(name, listen)
    return () => {
      for (const [name, listen] of Object.entries(listeners))
        element.removeEventListener(name, listen)
      playsNoMore(element)
    }
  }, [])
  useEffect(() => {
    if (!isWanted || url === null) return
    setIsWanted(false)
    // A sound that cannot be played also emits `error`, which is handled.
    audio.current?.play().catch(() => undefined)
  }, [isWanted, url])
  const toggle = () => {
    if (audio.current && !audio.current.paused) audio.current.pause()
    else setIsWanted(true)
  }
  const seek = (atSeconds: number) => {
    if (audio.current) audio.current.currentTime = atSeconds
    setSound((last) => ({ ...last, atSeconds }))
  }
  return { audio, sound, toggle, seek }
}
