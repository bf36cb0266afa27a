import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { Campaign } from '#contract/campaigns/campaign.ts'
import type { CampaignPatch } from '#contract/campaigns/campaign-body.ts'
import type { CampaignPreview } from '#contract/campaigns/campaign-preview.ts'
import { foldName, renderTemplate } from '#contract/campaigns/template.ts'
import { RECIPIENTS_READ, useRecipients } from '../../../../api/campaigns/campaign-preview.ts'
import { formatCount, formatPhone } from '../../../../format.ts'
import { sentTexts } from '../../../../parts/phone/sent-texts.ts'
import { plainTextOf } from '../../../../parts/whatsapp-text/whatsapp-markup.ts'
import { Loading, Skeletons } from '../../../../ui/display/skeleton.tsx'
import { ErrorState } from '../../../../ui/display/states.tsx'
import { IconButton } from '../../../../ui/forms/button.tsx'
import { Card, CardHead } from '../../../../ui/page/card.tsx'
import styles from './recipients-part.module.css'

/** Letters of a message that any line has room for. */
const SHOWN_LETTERS = 160

/** The recipients in the campaign's order, some at a time; a press shows one's message. */
export function RecipientsPart({
  campaign,
  audience,
  preview: { recipients: count, columns },
  place,
  onPlace,
  onShow,
}: {
  readonly campaign: Campaign
  readonly audience: CampaignPatch
  readonly preview: CampaignPreview
  readonly place: number
  readonly onPlace: (place: number) => void
  /** Called with the one whose message is to show. */
  readonly onShow: (place: number) => void
}) {
  const { recipients, from, error, retry } = useRecipients(audience, place)
  const end = Math.min(from + RECIPIENTS_READ, count)
  const [text = ''] = sentTexts(campaign)
  const knownFields = new Set(columns.map(foldName))
  return (
    <Card aria-label="Quem vai receber">
      <CardHead title="Quem vai receber">
        {count > RECIPIENTS_READ && (
          <span className={styles.pages}>
            <IconButton
              label="Contatos anteriores"
              icon={ChevronLeft}
              disabled={from === 0}
              onClick={() => onPlace(from - RECIPIENTS_READ)}
            />
            <span aria-live="polite">
              {formatCount(from + 1)} a {formatCount(end)} de {formatCount(count)}
            </span>
            <IconButton
              label="Próximos contatos"
              icon={ChevronRight}
              disabled={end >= count}
              onClick={() => onPlace(end)}
            />
          </span>
        )}
      </CardHead>
      {!recipients && !error && (
        <Loading className={styles.waiting}>
          <Skeletons count={Math.max(1, Math.min(RECIPIENTS_READ, count))} height="56px" />
        </Loading>
      )}
      {!recipients && Boolean(error) && (
        <ErrorState title="Não foi possível ler estes contatos." onRetry={retry} />
      )}
      {recipients && (
        <ol className={styles.people} start={from + 1}>
          {recipients.map((contact, at) => (
            <li key={contact.phone}>
              <button
                type="button"
                aria-pressed={from + at === place}
                title="Ver a mensagem desta pessoa"
                className={styles.person}
                onClick={() => onShow(from + at)}
              >
                <span className={styles.who}>
                  <b>{contact.name.trim() || formatPhone(contact.phone)}</b>
                  <small>{contact.name.trim() !== '' && formatPhone(contact.phone)}</small>
                </span>
                <span className={styles.text}>
                  {plainTextOf(renderTemplate(text, contact, knownFields).slice(0, SHOWN_LETTERS))}
                </span>
              </button>
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}
