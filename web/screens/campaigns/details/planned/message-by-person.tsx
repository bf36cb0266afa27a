import { useState } from 'react'
import type { Campaign } from '#contract/campaigns/campaign.ts'
import type { CampaignPatch } from '#contract/campaigns/campaign-body.ts'
import { foldName, renderTemplate } from '#contract/campaigns/template.ts'
import type { Contact } from '#contract/contacts/contact-list.ts'
import { withOptOutFooter } from '#contract/optouts/opt-out-words.ts'
import { useRecipient } from '../../../../api/campaigns/campaign-preview.ts'
import { formatCount } from '../../../../format.ts'
import { attachmentOf } from '../../../../parts/attachment/campaign-attachment.ts'
import { PhonePreview, PhoneSteps } from '../../../../parts/phone/phone-preview.tsx'

/** Who stands there while nobody is known to get it. */
const EXAMPLE = 'Contato de exemplo'
const example: Contact = { name: 'Maria Silva', phone: '5511987654321' }

/** The message as each of those who get it will read it, one after the other. */
export function MessageByPerson({
  campaign,
  audience,
  columns,
  startsAt,
  count,
  place,
  onPlace,
}: {
  readonly campaign: Campaign
  /** Null: nobody gets it. */
  readonly audience: CampaignPatch | null
  /** What the text may ask of a contact. */
  readonly columns: readonly string[]
  readonly startsAt: string | undefined
  readonly count: number
  readonly place: number
  readonly onPlace: (place: number) => void
}) {
  const { recipient, error } = useRecipient(audience, place)
  const [last, setLast] = useState<Contact | null>(null)
  if (recipient && recipient !== last) setLast(recipient)
  const [shown, setShown] = useState(0)
  const texts = textsOf(campaign)
  const number = Math.min(shown, texts.length - 1)
  // Until the next one is read the last one stays.
  const contact = recipient ?? (audience && last) ?? example
  return (
    <PhonePreview
      contact={contact}
      text={renderTemplate(texts[number] ?? '', contact, new Set(columns.map(foldName)))}
      image={attachmentOf(campaign)}
      atMs={Date.parse(startsAt ?? campaign.updatedAt)}
      empty="Ainda sem mensagem."
      look="card"
    >
      <PhoneSteps
        before="Contato anterior"
        after="Próximo contato"
        place={place}
        count={count}
        onStep={onPlace}
      >
        {audience ? (recipient ? placeWords(place, count) : unreadWords(error)) : EXAMPLE}
      </PhoneSteps>
      {texts.length > 1 && (
        <PhoneSteps
          before="Variação anterior"
          after="Próxima variação"
          place={number}
          count={texts.length}
          onStep={setShown}
        >
          Variação {number + 1} de {texts.length}
        </PhoneSteps>
      )}
    </PhonePreview>
  )
}

/** As they go out: nothing but the footer is no message yet. */
export function textsOf({ text, variants = [], hasOptOutFooter = false }: Campaign) {
  return [text, ...variants].map((each) =>
    each.trim() === '' ? each : withOptOutFooter(each, hasOptOutFooter),
  )
}

function placeWords(place: number, count: number): string {
  return `Contato ${formatCount(place + 1)} de ${formatCount(count)}`
}

function unreadWords(error: unknown): string {
  return error ? 'Não foi possível ler este contato.' : 'Lendo…'
}
