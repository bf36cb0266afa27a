import { type ComponentProps, useState } from 'react'
import type { CampaignPatch } from '#contract/campaigns/campaign-body.ts'
import { foldName, renderTemplate } from '#contract/campaigns/template.ts'
import type { Contact } from '#contract/contacts/contact-list.ts'
import { useRecipient } from '../../api/campaigns/campaign-preview.ts'
import { formatCount } from '../../format.ts'
import { exampleContact } from './example-contact.ts'
import { PhonePreview, PhoneSteps } from './phone-preview.tsx'

type Phone = ComponentProps<typeof PhonePreview>

/** The message as each recipient will read it, one after the other. */
export function MessageByPerson({
  audience,
  first,
  columns,
  count,
  place,
  onPlace,
  texts,
  shownText,
  onShowText,
  ...phone
}: Omit<Phone, 'contact' | 'text' | 'children'> & {
  /** Null: nobody gets it. */
  readonly audience: CampaignPatch | null
  /** Who is shown before any recipient has been read. */
  readonly first?: Contact | undefined
  /** Columns of the contacts that the text may use. */
  readonly columns: readonly string[]
  readonly count: number
  /** Place of the recipient who is shown, from 0. */
  readonly place: number
  readonly onPlace: (place: number) => void
  /** As they go out: the campaign's own, and its variants. */
  readonly texts: readonly string[]
  /** Number of the text, from 1. */
  readonly shownText: number
  readonly onShowText: (number: number) => void
}) {
  const { recipient, error } = useRecipient(audience, place)
  const stays = useLast(audience, recipient) ?? first
  const contact = (audience && (recipient ?? stays)) ?? exampleContact
  const text = texts[shownText - 1] ?? ''
  return (
    <PhonePreview
      {...phone}
      contact={contact}
      text={renderTemplate(text, contact, new Set(columns.map(foldName)))}
    >
      <PhoneSteps
        before="Contato anterior"
        after="Próximo contato"
        place={place}
        count={count}
        onStep={onPlace}
      >
        {audience === null && 'Contato de exemplo'}
        {audience && recipient && `Contato ${formatCount(place + 1)} de ${formatCount(count)}`}
        {/* The message above is still that of another recipient. */}
        {audience && !recipient && (error ? 'Não foi possível ler este contato.' : 'Lendo…')}
      </PhoneSteps>
      {texts.length > 1 && (
        <PhoneSteps
          before="Variação anterior"
          after="Próxima variação"
          place={shownText - 1}
          count={texts.length}
          onStep={(next) => onShowText(next + 1)}
        >
          Variação {shownText} de {texts.length}
        </PhoneSteps>
      )}
    </PhonePreview>
  )
}

/** The recipient of this audience who was read last: shown until the next one is read. */
function useLast(
  audience: CampaignPatch | null,
  recipient: Contact | undefined,
): Contact | undefined {
  // Forms and pages make the same audience anew each time they are drawn.
  const key = JSON.stringify(audience)
  const [last, setLast] = useState<{ key: string; contact: Contact } | null>(null)
  if (recipient && (recipient !== last?.contact || key !== last.key)) {
    setLast({ key, contact: recipient })
  }
  return last?.key === key ? last.contact : undefined
}
