import { type ReactNode, useState } from 'react'
import type { CampaignPreview } from '#contract/campaigns/campaign-preview.ts'
import { exclusionWords } from '#contract/campaigns/exclusion-words.ts'
import { NIGHT_WARNING, nextMorningOf } from '#contract/campaigns/night.ts'
import { attachmentLabels, hasCaption } from '#contract/uploads/attachment.ts'
import { formatBytes, formatDateTime, formatPhone, formatQuantity } from '../../../format.ts'
import { CampaignRisks } from '../../../parts/risks/campaign-risks.tsx'
import { type ReviewedConnection, StrangersNotice } from '../../../parts/risks/strangers-notice.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { momentOf } from '../action-words.ts'
import type { DraftImage } from '../campaign-draft.ts'
import styles from './review-dialog.module.css'

/** What is looked over before a campaign is created. */
export type Review = {
  readonly preview: CampaignPreview
  readonly campaignName: string
  /** What the button says. */
  readonly action: string
  readonly connection: ReviewedConnection
  readonly listNames: readonly string[]
  /** What goes with the text. */
  readonly file: DraftImage | null
  /** How many further texts there are. */
  readonly variantCount: number
  readonly nowMs: number
  /** Asks anew, once what holds the device back has changed. */
  readonly previewAgain: () => Promise<CampaignPreview>
}

/** Creates it as it is, or with another start; null goes back to the form. */
export type ReviewAnswer = 'as_is' | { readonly startMs: number } | null

export function ReviewDialog({
  review,
  onAnswer,
}: {
  readonly review: Review
  readonly onAnswer: (answer: ReviewAnswer) => void
}) {
  const { campaignName, action, connection, listNames, file, variantCount, nowMs } = review
  const [preview, setPreview] = useState(review.preview)
  const { recipients, startsAt, endsAt } = preview
  const morningMs = recipients > 0 ? nextMorningOf(Date.parse(startsAt)) : null
  return (
    <Dialog
      title="Revisão"
      onClose={() => onAnswer(null)}
      footer={
        <>
          <Button onClick={() => onAnswer(null)}>Voltar</Button>
          <Button look="primary" disabled={recipients === 0} onClick={() => onAnswer('as_is')}>
            {action}
          </Button>
        </>
      }
    >
      <section
        className={styles.review}
        aria-label="O que será enviado"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
      >
        <dl className={styles.facts}>
          <Fact name="Campanha">{campaignName}</Fact>
          <Fact name="Recebem">
            <b>{formatQuantity(recipients, 'pessoa', 'pessoas')}</b>
          </Fact>
          <Fact name={listNames.length === 1 ? 'Lista' : 'Listas'}>{listNames.join(', ')}</Fact>
          <Fact name="De">
            {connection.phone === null
              ? connection.name
              : `${connection.name} · ${formatPhone(connection.phone)}`}
          </Fact>
          {variantCount > 0 && (
            <Fact name="Textos">
              {variantCount + 1} variações, em partes iguais: cada pessoa recebe uma
            </Fact>
          )}
          {file && (
            <Fact name={file.kind === 'imagem' ? 'Imagem' : 'Anexo'}>{fileWords(file)}</Fact>
          )}
          <Fact name="Começa">{formatDateTime(startsAt)}</Fact>
          <Fact name="Termina">por volta de {formatDateTime(endsAt)}</Fact>
          <LeftOut preview={preview} />
        </dl>
        {recipients === 0 && <Notice tone="danger">Ninguém receberia esta campanha.</Notice>}
        {morningMs !== null && (
          <Notice tone="warn">
            <p>{NIGHT_WARNING} Que tal de manhã, às 08:00?</p>
            <Button onClick={() => onAnswer({ startMs: morningMs })}>
              Agendar para {momentOf(morningMs, nowMs)}
            </Button>
          </Notice>
        )}
        <CampaignRisks
          preview={preview}
          strangers={
            <StrangersNotice
              strangers={preview.strangers}
              connection={connection}
              onLimited={async () => setPreview(await review.previewAgain())}
            />
          }
        />
        <p className={styles.consent}>
          Envie só a quem autorizou receber (LGPD). O WhatsApp restringe números que escrevem a
          muitos desconhecidos, e nada aqui torna isso seguro.
        </p>
      </section>
    </Dialog>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The file's name and size, and where the text stands if not below it. */
function fileWords({ name, kind, bytes }: DraftImage): string {
  const facts = [
    kind !== 'imagem' && attachmentLabels[kind],
    bytes !== null && formatBytes(bytes),
  ].filter(Boolean)
  const words = [name || 'sem nome', ...facts].join(' · ')
  return hasCaption(kind) ? words : `${words}; o texto vai antes, em outra mensagem`
}

function LeftOut({ preview: { excluded } }: { readonly preview: CampaignPreview }) {
  if (excluded.length === 0) return null
  return (
    <Fact name="Ficam de fora">
      <ul>
        {excluded.map(({ reason, count, sample }) => (
          <li key={reason}>
            {exclusionWords(reason, count)}
            <small>
              {' '}
              · {count === 1 ? '' : 'por exemplo '}
              {formatPhone(sample)}
            </small>
          </li>
        ))}
      </ul>
    </Fact>
  )
}
