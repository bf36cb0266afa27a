import { useState } from 'react'
import type { MessageFile } from '#contract/messages/message-file.ts'
import { imageSource } from '../../../api/uploads.ts'
import { FoundText } from '../../../parts/found-text.tsx'
import { mediaFacts, mediaKindOf } from './media-facts.ts'
import styles from './message-media.module.css'

/**
 * A message's picture, file, place or contact: shown where it is kept, else what was told of it and
 * where it can be seen. Its space is reserved, so that nothing moves when it loads.
 */
export function MessageMedia({
  type,
  file,
  detail,
  thumbnail,
  isMine,
}: {
  /** WhatsApp's name for the kind of message. */
  readonly type: string
  readonly file: MessageFile | null
  /** What the message says of it, where it has no words: a file's, a place's or a person's name. */
  readonly detail: string | null
  /** A small JPEG as base64. */
  readonly thumbnail: string | null
  readonly isMine: boolean
}) {
  const [isGone, setIsGone] = useState(false)
  const kind = mediaKindOf(type, file)
  if (!kind) return null
  const { icon: Icon } = kind
  const source = file?.url && !isGone ? imageSource(file.url) : null
  const isPicture = source !== null && type === 'imageMessage'
  const name = file?.name ?? detail
  const facts = mediaFacts(kind, file)
  return (
    <div className={styles.media}>
      {isPicture ? (
        <a href={source} target="_blank" rel="noopener noreferrer">
          <img
            src={source}
            alt="Imagem enviada; abre inteira em outra aba"
            width={240}
            height={180}
            loading="lazy"
            className={styles.picture}
            onError={() => setIsGone(true)}
          />
        </a>
      ) : (
        thumbnail !== null && (
          <img
            src={`data:image/jpeg;base64,${thumbnail}`}
            alt="Miniatura"
            width={200}
            height={150}
            className={styles.picture}
          />
        )
      )}
      {!isPicture && (
        <div className={styles.tile}>
          <span className={styles.icon}>
            <Icon size={20} aria-hidden />
          </span>
          <div className={styles.facts}>
            {name && (
              <p className={styles.name} title={name}>
                {source === null ? (
                  <FoundText text={name} />
                ) : (
                  <a href={source} target="_blank" rel="noopener noreferrer">
                    <FoundText text={name} />
                  </a>
                )}
              </p>
            )}
            <p className={name ? styles.minor : undefined}>{facts}</p>
            {source === null && (
              <p className={styles.minor}>
                {isMine && file?.url ? 'Não está mais no servidor.' : kind.absent}
              </p>
            )}
            {source !== null && !name && (
              <a href={source} target="_blank" rel="noopener noreferrer">
                Abrir
              </a>
            )}
          </div>
        </div>
      )}
    </div>
  )
}
