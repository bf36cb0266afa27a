import { type ReactNode, useState } from 'react'
import { audienceFacts } from '#contract/campaigns/audience-words.ts'
import { type Campaign, CampaignStatus, isActive, isOver } from '#contract/campaigns/campaign.ts'
import { deliveryRate, replyRate } from '#contract/campaigns/campaign-counts.ts'
import type { CampaignMedium } from '#contract/campaigns/campaign-medium.ts'
import { describeWindows } from '#contract/campaigns/send-window-words.ts'
import { withOptOutFooter } from '#contract/optouts/opt-out-words.ts'
import { useCampaigns } from '../../api/campaigns.ts'
import { useListNames } from '../../api/contacts.ts'
import { useDevices } from '../../api/devices.ts'
import { imageSource } from '../../api/uploads.ts'
import { formatCount, formatDateTime, formatDecimal, formatRate } from '../../format.ts'
import { CampaignStatusBadge } from '../../parts/campaign-status-badge.tsx'
import { FileTile } from '../../parts/file-tile.tsx'
import { WhatsappText } from '../../parts/whatsapp-text.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { AnswersPart } from './answers-part.tsx'
import { type Fact, factsOf } from './campaign-facts.ts'
import { CampaignProgress } from './campaign-progress.tsx'
import styles from './campaign-summary.module.css'

/** What a campaign says, its facts and its numbers. */
export function CampaignSummary({ campaign }: { readonly campaign: Campaign }) {
  const devices = useDevices().data?.devices ?? []
  const { lists } = useListNames()
  const { data: campaigns } = useCampaigns()
  return (
    <div className={styles.summary}>
      <p>
        <CampaignStatusBadge status={campaign.status} />
      </p>
      {isOver(campaign) && campaign.endReason && (
        <p className={styles.reason}>{campaign.endReason}</p>
      )}
      <Figures campaign={campaign} />
      <AnswersPart campaign={campaign} />
      {isActive(campaign) && <Progress campaign={campaign} />}
      <About>
        <Message campaign={campaign} />
        <FactList
          facts={[
            ...factsOf(campaign, devices),
            ...audienceFacts(campaign, { lists, campaigns }),
            ...timesOf(campaign),
          ]}
        />
      </About>
    </div>
  )
}

/** What stands open where there is room; on a phone the results come first. */
function About({ children }: { readonly children: ReactNode }) {
  const isWide = useMedia('(min-width: 761px)')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details
      className={styles.about}
      open={isWide || isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>Mensagem e dados</summary>
      <div className={styles.both}>{children}</div>
    </details>
  )
}

/** The message as it stands on a phone. */
function Message({ campaign }: { readonly campaign: Campaign }) {
  const { medium, hasOptOutFooter = false } = campaign
  const texts = [campaign.text, ...(campaign.variants ?? [])]
    .map((text, place) => ({ number: place + 1, text: withOptOutFooter(text, hasOptOutFooter) }))
    .filter(({ text }) => text !== '')
  if (texts.length === 0 && !medium) return <p className={styles.noText}>Ainda sem mensagem.</p>
  return (
    <section
      aria-label="Mensagem"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className={styles.phone}
    >
      {(texts.length > 0 ? texts : [{ number: 1, text: '' }]).map(({ number, text }) => (
        <div key={number} className={styles.bubble}>
          {texts.length > 1 && <small>Variação {number}</small>}
          {medium && <Medium medium={medium} />}
          {text !== '' && <WhatsappText text={text} />}
        </div>
      ))}
    </section>
  )
}

function Medium({ medium: { kind, url, attached } }: { readonly medium: CampaignMedium }) {
  if (kind === 'imagem') {
    return <img src={imageSource(url)} alt="Imagem da campanha" loading="lazy" />
  }
  const { fileName = '', bytes = null } = attached ?? {}
  return (
    <a href={imageSource(url)} download={fileName} className={styles.file}>
      <span className="visually-hidden">Baixar </span>
      <FileTile kind={kind} name={fileName} bytes={bytes} />
    </a>
  )
}

function FactList({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function timesOf(campaign: Campaign): readonly Fact[] {
  const { intervalSeconds, maxIntervalSeconds, startedAt, finishedAt, windows, timeZone } = campaign
  const facts: Fact[] = [
    { name: 'Intervalo', value: intervalOf(intervalSeconds, maxIntervalSeconds) },
  ]
  if (windows.length > 0) {
    const zone = timeZone === browserZone() ? '' : ` (${timeZone})`
    facts.push({ name: 'Horários', value: `${describeWindows(windows)}${zone}` })
  }
  if (startedAt) facts.push({ name: 'Início', value: formatDateTime(startedAt) })
  if (finishedAt) facts.push({ name: 'Fim', value: formatDateTime(finishedAt) })
  return facts
}

function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

function intervalOf(least: number, most: number | null): string {
  if (most !== null && most > least) return `de ${seconds(least)} a ${seconds(most)} s`
  return least === 0 ? 'sem intervalo' : `${seconds(least)} s`
}

function seconds(value: number): string {
  return Number.isInteger(value) ? formatCount(value) : formatDecimal(value)
}

function Figures({ campaign }: { readonly campaign: Campaign }) {
  const { recipientCount, sentCount, deliveredCount, readCount, errorCount, replyCount } = campaign
  const figures = [
    { name: 'Total', value: formatCount(recipientCount) },
    { name: 'Enviados', value: formatCount(sentCount) },
    { name: 'Entregues', value: formatCount(deliveredCount) },
    { name: 'Lidos', value: formatCount(readCount) },
    { name: 'Erros', value: formatCount(errorCount) },
    { name: 'Respostas', value: formatCount(replyCount) },
    {
      name: 'Taxa de entrega',
      value: sentCount === 0 ? '–' : `${formatRate(deliveryRate(campaign))}%`,
    },
    {
      name: 'Taxa de resposta',
      value: sentCount === 0 ? '–' : `${formatRate(replyRate(campaign))}%`,
    },
  ]
  return (
    <dl className={styles.figures} data-live>
      {figures.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Progress({ campaign }: { readonly campaign: Campaign }) {
  const { data: campaigns = [] } = useCampaigns()
  const sameDevice = campaigns.filter(
    ({ deviceId, status }) => deviceId === campaign.deviceId && status === CampaignStatus.running,
  )
  return <CampaignProgress campaign={campaign} sameDevice={sameDevice} />
}
