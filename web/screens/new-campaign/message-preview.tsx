import { useState } from 'react'
import { foldName, renderTemplate } from '#contract/campaigns/template.ts'
import type { Contact } from '#contract/contacts/contact-list.ts'
import { withOptOutFooter } from '#contract/optouts/opt-out-words.ts'
import { useRecipient } from '../../api/campaigns/campaign-preview.ts'
import { formatCount } from '../../format.ts'
import { PhonePreview, PhoneSteps } from '../../parts/phone/phone-preview.tsx'
import type { Audience } from './audience.ts'
import type { CampaignDraft } from './campaign-draft.ts'
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
  const knownFields = new Set(preview?.columns.map(foldName))
  return (
    <PhonePreview
      contact={contact}
      text={renderTemplate(sentText(draft, shownText), contact, knownFields)}
      image={draft.image}
      atMs={startOf(draft, nowMs) ?? nowMs}
      empty="A mensagem aparece aqui enquanto você escreve."
    >
      <PhoneSteps
        before="Contato anterior"
        after="Próximo contato"
        place={index}
        count={count}
        onStep={setWanted}
      >
        {chosen && count > 0 ? (recipient ? place : unreadWords(error)) : 'Contato de exemplo'}
      </PhoneSteps>
      {draft.variants.length > 0 && (
        <PhoneSteps
          before="Variação anterior"
          after="Próxima variação"
          place={shownText - 1}
          count={draft.variants.length + 1}
          onStep={(next) => onShowText(next + 1)}
        >
          Variação {shownText} de {draft.variants.length + 1}
        </PhoneSteps>
      )}
    </PhonePreview>
  )
}

/** Whom the label would name does not stand above it yet. */
function unreadWords(error: unknown): string {
  return error ? 'Não foi possível ler este contato.' : 'Lendo…'
}

/** Nothing but the footer is no message yet. */
function sentText(
  { text: main, variants, hasOptOutFooter }: CampaignDraft,
  shownText: number,
): string {
  const text = variants[shownText - 2] ?? main
  return text.trim() === '' ? text : withOptOutFooter(text, hasOptOutFooter)
}
