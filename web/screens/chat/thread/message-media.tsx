import { type ReactNode, useState } from 'react'
import { FoundText } from '../../../parts/found-text.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { useSource } from './files/file-source.ts'
import tile from './files/file-tile.module.css'
import { FileTile } from './files/file-tile.tsx'
import { ContactCards, PlaceCard } from './files/shared-cards.tsx'
import { useThreadFiles } from './files/thread-files.tsx'
import { type MediaKind, mediaFacts, mediaKindOf } from './media-facts.ts'
import styles from './message-media.module.css'
import type { Bubble } from './thread-items.ts'

/**
 * A message's picture, file, place or contact: to be opened where it can be, else what is known of
 * it and where it can be seen. Its space is reserved, so that nothing moves when it loads.
 */
export function MessageMedia({
  bubble,
  detail,
}: {
  readonly bubble: Bubble
  /** What the message says of it, where it has no words: a file's, a place's or a person's name. */
  readonly detail: string | null
}) {
  const { key, type, file, thumbnail, place, contacts } = bubble
  const source = useSource(useThreadFiles().place, bubble)
  const [isGone, setIsGone] = useState(false)
  const kind = mediaKindOf(type, file)
  if (!kind) return null
  if (place || contacts.length > 0) {
    return (
      <Described kind={kind} thumbnail={thumbnail}>
        {place ? <PlaceCard {...place} /> : <ContactCards contacts={contacts} />}
      </Described>
    )
  }
  const name = file?.name ?? detail
  if (source !== null && !isGone) {
    return (
      <div className={styles.media}>
        <FileTile
          {...{ messageKey: key, source, type, kind, file, name, thumbnail }}
          onGone={() => setIsGone(true)}
        />
      </div>
    )
  }
  return (
    <Described kind={kind} thumbnail={thumbnail}>
      <div className={tile.facts}>
        {name && (
          <p className={tile.name} title={name}>
            <FoundText text={name} />
          </p>
        )}
        <p className={name ? tile.minor : undefined}>{mediaFacts(kind, file)}</p>
        <p className={tile.minor}>{absence(kind, bubble)}</p>
      </div>
    </Described>
  )
}

/** A medium that cannot be opened here: its preview, its sign, and what is known of it. */
function Described({
  kind: { icon: Icon },
  thumbnail,
  children,
}: {
  readonly kind: MediaKind
  readonly thumbnail: string | null
  readonly children: ReactNode
}) {
  return (
    <div className={styles.media}>
      {thumbnail !== null && (
        <img
          src={`data:image/jpeg;base64,${thumbnail}`}
          alt="Miniatura"
          width={290}
          height={218}
          className={tile.picture}
        />
      )}
      <div className={classNames(tile.tile, tile.still)}>
        <span className={tile.icon}>
          <Icon size={20} aria-hidden />
        </span>
        {children}
      </div>
    </div>
  )
}

function absence({ absent }: MediaKind, { file, isMine }: Bubble): string {
  if (isMine && file?.url) return 'Não está mais no servidor.'
  return file?.isViewOnce ? 'Visualização única: só pode ser aberta no celular.' : absent
}
