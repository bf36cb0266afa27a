import { CheckCheck, ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { hasCaption } from '#contract/uploads/attachment.ts'
import { imageSource } from '../../api/uploads.ts'
import { formatClock, formatPhone } from '../../format.ts'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/forms/button.tsx'
import type { Attachment } from '../attachment/attachment.ts'
import { FileTile } from '../file-tile.tsx'
import { WhatsappText } from '../whatsapp-text/whatsapp-text.tsx'
import styles from './phone-preview.module.css'

/** A message as one person's phone will show it; `children` are the steps below it. */
export function PhonePreview({
  contact,
  text,
  image,
  atMs,
  empty,
  look = 'page',
  children,
}: {
  readonly contact: { readonly name: string; readonly phone: string }
  readonly text: string
  readonly image: Attachment | null
  /** When it comes. */
  readonly atMs: number
  /** What stands where there is neither a text nor a file. */
  readonly empty: string
  /** As tall as the page allows, or as what is in it. */
  readonly look?: 'page' | 'card'
  readonly children?: ReactNode
}) {
  const name = contact.name.trim() || formatPhone(contact.phone)
  return (
    <aside
      aria-label="Prévia da mensagem"
      className={classNames(styles.phone, look === 'card' && styles.inCard)}
    >
      <div className={styles.bar}>
        <span className={styles.avatar} aria-hidden>
          {[...name][0]?.toLocaleUpperCase('pt-BR')}
        </span>
        <div className={styles.who}>
          <span>{name}</span>
          <small>{formatPhone(contact.phone)}</small>
        </div>
      </div>
      <section
        className={styles.chat}
        aria-label="Mensagem"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
      >
        <Message text={text} image={image} atMs={atMs} empty={empty} />
      </section>
      {children}
    </aside>
  )
}

/** Leads from one to the next, such as from person to person. */
export function PhoneSteps({
  before,
  after,
  place,
  count,
  onStep,
  children,
}: {
  /** What the buttons are called. */
  readonly before: string
  readonly after: string
  /** From 0. */
  readonly place: number
  readonly count: number
  readonly onStep: (place: number) => void
  readonly children: ReactNode
}) {
  return (
    <div className={styles.nav}>
      <IconButton
        label={before}
        icon={ChevronLeft}
        className={styles.step}
        disabled={place === 0}
        onClick={() => onStep(place - 1)}
      />
      <span aria-live="polite">{children}</span>
      <IconButton
        label={after}
        icon={ChevronRight}
        className={styles.step}
        disabled={place >= count - 1}
        onClick={() => onStep(place + 1)}
      />
    </div>
  )
}

type Sent = {
  readonly text: string
  readonly image: Attachment | null
  readonly atMs: number
}

/** One bubble, or two where WhatsApp shows no text with the file. */
function Message({ text, image, atMs, empty }: Sent & { readonly empty: string }) {
  if (text.trim() === '' && image === null) return <p className={styles.nothing}>{empty}</p>
  if (image === null || hasCaption(image.kind) || text.trim() === '') {
    return <Bubble text={text} image={image} atMs={atMs} />
  }
  return (
    <div className={styles.two}>
      <Bubble text={text} image={null} atMs={atMs} />
      <Bubble text="" image={image} atMs={atMs} />
    </div>
  )
}

function Bubble({ text, image, atMs }: Sent) {
  return (
    <div className={styles.bubble}>
      {image !== null && <Medium image={image} />}
      {text.trim() !== '' && (
        <div className={styles.words}>
          <WhatsappText text={text.trim()} />
        </div>
      )}
      <div className={styles.time}>
        {formatClock(atMs)}
        <CheckCheck size={15} aria-hidden />
      </div>
    </div>
  )
}

function Medium({ image: { url, name, bytes, kind } }: { readonly image: Attachment }) {
  if (kind !== 'imagem') return <FileTile kind={kind} name={name} bytes={bytes} />
  return (
    <img key={url} src={imageSource(url)} alt="Imagem da mensagem" className={styles.picture} />
  )
}
