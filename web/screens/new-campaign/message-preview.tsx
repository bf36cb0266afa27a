import { CheckCheck, ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { foldName, renderTemplate } from '#contract/campaigns/template.ts'
import type { Contact } from '#contract/contacts/contact-list.ts'
import { withOptOutFooter } from '#contract/optouts/opt-out-words.ts'
import { hasCaption } from '#contract/uploads/attachment.ts'
import { useRecipient } from '../../api/campaigns/campaign-preview.ts'
import { imageSource } from '../../api/uploads.ts'
import { formatClock, formatCount, formatPhone } from '../../format.ts'
import { FileTile } from '../../parts/file-tile.tsx'
import { WhatsappText } from '../../parts/whatsapp-text.tsx'
import { IconButton } from '../../ui/forms/button.tsx'
import type { Audience } from './audience.ts'
import type { CampaignDraft, DraftImage } from './campaign-draft.ts'
import styles from './message-preview.module.css'
import { startOf } from './submission.ts'

/** Example recipient while no list is chosen. */
const example: Contact = { name: 'Maria Silva', phone: '5511987654321' }

/** The message as the phone of each recipient will show it. */
export function MessagePreview({
  draft,
  audience: { chosen, contacts, plan, preview },
  nowMs,
  shownText,
  onShowText,
}: {
  readonly draft: CampaignDraft
  readonly audience: Audience
  readonly nowMs: number
  /** Number of the text, where there are several. */
  readonly shownText: number
  readonly onShowText: (number: number) => void
}) {
  const [wanted, setWanted] = useState(0)
  const count = preview?.recipients ?? chosen?.total ?? 0
  const index = Math.min(wanted, Math.max(0, count - 1))
  const { recipient, error } = useRecipient(plan, index)
  const [last, setLast] = useState<{ of: typeof plan; contact: Contact } | null>(null)
  if (recipient && recipient !== last?.contact) setLast({ of: plan, contact: recipient })
  // Until the next one is read the last one stays, and before any the first of the list.
  const stays = last?.of === plan ? last?.contact : contacts[0]
  const contact = (chosen && (recipient ?? stays)) ?? example
  const place = `Contato ${formatCount(index + 1)} de ${formatCount(count)}`
  const name = contact.name.trim() || formatPhone(contact.phone)
  const knownFields = new Set(preview?.columns.map(foldName))
  return (
    <aside aria-label="Prévia da mensagem" className={styles.phone}>
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
        <Message
          text={renderTemplate(sentText(draft, shownText), contact, knownFields)}
          image={draft.image}
          atMs={startOf(draft, nowMs) ?? nowMs}
        />
      </section>
      <div className={styles.nav}>
        <IconButton
          label="Contato anterior"
          icon={ChevronLeft}
          className={styles.step}
          disabled={index === 0}
          onClick={() => setWanted(index - 1)}
        />
        <span aria-live="polite">
          {chosen && count > 0 ? (recipient ? place : unreadWords(error)) : 'Contato de exemplo'}
        </span>
        <IconButton
          label="Próximo contato"
          icon={ChevronRight}
          className={styles.step}
          disabled={index >= count - 1}
          onClick={() => setWanted(index + 1)}
        />
      </div>
      {draft.variants.length > 0 && (
        <div className={styles.nav}>
          <IconButton
            label="Variação anterior"
            icon={ChevronLeft}
            className={styles.step}
            disabled={shownText === 1}
            onClick={() => onShowText(shownText - 1)}
          />
          <span aria-live="polite">
            Variação {shownText} de {draft.variants.length + 1}
          </span>
          <IconButton
            label="Próxima variação"
            icon={ChevronRight}
            className={styles.step}
            disabled={shownText > draft.variants.length}
            onClick={() => onShowText(shownText + 1)}
          />
        </div>
      )}
    </aside>
  )
}

/** Whom the label would name does not stand above it yet. */
function unreadWords(error: unknown): string {
  return error ? 'Não foi possível ler este contato.' : 'Lendo…'
}

type Sent = {
  readonly text: string
  readonly image: DraftImage | null
  readonly atMs: number
}

/** One bubble, or two where WhatsApp shows no text with the file. */
function Message({ text, image, atMs }: Sent) {
  if (text.trim() === '' && image === null) {
    return <p className={styles.nothing}>A mensagem aparece aqui enquanto você escreve.</p>
  }
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

function Medium({ image: { url, name, bytes, kind } }: { readonly image: DraftImage }) {
  if (kind !== 'imagem') return <FileTile kind={kind} name={name} bytes={bytes} />
  return (
    <img key={url} src={imageSource(url)} alt="Imagem da mensagem" className={styles.picture} />
  )
}

/** Nothing but the footer is no message yet. */
function sentText(
  { text: main, variants, hasOptOutFooter }: CampaignDraft,
  shownText: number,
): string {
  const text = variants[shownText - 2] ?? main
  return text.trim() === '' ? text : withOptOutFooter(text, hasOptOutFooter)
}
