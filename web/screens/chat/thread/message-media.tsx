import { useState } from 'react'
import type { MessageFile } from '#contract/messages/message-file.ts'
import type { SharedContact, SharedPlace } from '#contract/messages/message-share.ts'
import { imageSource } from '../../../api/uploads.ts'
import { FoundText } from '../../../parts/found-text.tsx'
import { FileTile } from './files/file-tile.tsx'
import { ContactCards, PlaceCard } from './files/shared-cards.tsx'
import { type MediaKind, mediaFacts, mediaKindOf } from './media-facts.ts'
import styles from './message-media.module.css'

type MediaProps = {
  /** WhatsApp's name for the kind of message. */
  readonly type: string
  readonly file: MessageFile | null
  /** What the message says of it, where it has no words: a file's, a place's or a person's name. */
  readonly detail: string | null
  /** A small JPEG as base64. */
  readonly thumbnail: string | null
  readonly isMine: boolean
}

/**
 * A message's picture, file, place or contact: to be opened where it can be, else what was told of it
 * and where it can be seen. Its space is reserved, so that nothing moves when it loads.
 */
export function MessageMedia({
  messageId,
  place,
  contacts,
  ...media
}: MediaProps & {
  /** Null where the server does not know it. */
  readonly messageId: string | null
  readonly place: SharedPlace | null
  readonly contacts: readonly SharedContact[]
}) {
  const { type, file, thumbnail } = media
  const kind = mediaKindOf(type, file)
  if (!kind) return null
  if (place || contacts.length > 0) {
    const { icon: Icon } = kind
    return (
      <div className={styles.media}>
        {thumbnail !== null && <Thumbnail thumbnail={thumbnail} />}
        <div className={styles.tile}>
          <span className={styles.icon}>
            <Icon size={20} aria-hidden />
          </span>
          {place ? <PlaceCard {...place} /> : <ContactCards contacts={contacts} />}
        </div>
      </div>
    )
  }
  return (
    <div className={styles.media}>
      {file?.isOpenable && messageId !== null ? (
        <FileTile {...{ messageId, type, kind, file, thumbnail }} />
      ) : (
        <KeptMedia {...media} kind={kind} />
      )}
    </div>
  )
}

function Thumbnail({ thumbnail }: { readonly thumbnail: string }) {
  return (
    <img
      src={`data:image/jpeg;base64,${thumbnail}`}
      alt="Miniatura"
      width={200}
      height={150}
      className={styles.picture}
    />
  )
}

/** What lies on this server, or is on the phone alone. */
function KeptMedia({
  kind,
  type,
  file,
  detail,
  thumbnail,
  isMine,
}: MediaProps & { readonly kind: MediaKind }) {
  const [isGone, setIsGone] = useState(false)
  const { icon: Icon } = kind
  const source = file?.url && !isGone ? imageSource(file.url) : null
  const isPicture = source !== null && type === 'imageMessage'
  const name = file?.name ?? detail
  const facts = mediaFacts(kind, file)
  return (
    <>
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
        thumbnail !== null && <Thumbnail thumbnail={thumbnail} />
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
                {isMine && file?.url ? 'Não está mais no servidor.' : absence(kind, file)}
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
    </>
  )
}

function absence({ absent }: MediaKind, file: MessageFile | null): string {
  return file?.isViewOnce ? 'Visualização única: só pode ser aberta no celular.' : absent
}
