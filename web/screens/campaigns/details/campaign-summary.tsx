import { type ReactNode, useState } from 'react'
import { heldPeople } from '#contract/campaigns/audience-words.ts'
import type { Campaign } from '#contract/campaigns/campaign.ts'
import { deliveryRate, replyRate } from '#contract/campaigns/campaign-counts.ts'
import { CampaignStatus, isActive, isOver } from '#contract/campaigns/campaign-status.ts'
import { useCampaigns } from '../../../api/campaigns/all-campaigns.ts'
import { useListNames } from '../../../api/lists/contacts.ts'
import { formatCount, formatRate, formatShare } from '../../../format.ts'
import { CampaignStatusBadge } from '../../../parts/campaign-status-badge.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { useMedia } from '../../../ui/use-media.ts'
import type { Lists } from '../campaign-facts.ts'
import { CampaignProgress } from '../campaign-progress.tsx'
import { DraftState } from '../draft-state.tsx'
import { AnswersPart } from './answers-part.tsx'
import { CampaignFacts, CampaignMessage } from './campaign-about.tsx'
import styles from './campaign-summary.module.css'

/** What a campaign says, its facts and its stats, in little room. */
export function CampaignSummary({ campaign }: { readonly campaign: Campaign }) {
  const { lists } = useListNames()
  return (
    <div className={styles.summary}>
      <p>
        <CampaignStatusBadge status={campaign.status} />
      </p>
      {isOver(campaign) && campaign.endReason && (
        <p className={styles.reason}>{campaign.endReason}</p>
      )}
      {campaign.status === CampaignStatus.draft ? (
        <DraftState campaign={campaign} lists={lists} />
      ) : (
        <Stats campaign={campaign} lists={lists} />
      )}
      <AnswersPart campaign={campaign} />
      {isActive(campaign) && <LiveProgress campaign={campaign} />}
      <About>
        <CampaignMessage campaign={campaign} />
        <CampaignFacts campaign={campaign} />
      </About>
    </div>
  )
}

/** What stands open where there is room; on a phone the results come first. */
export function About({
  look = 'row',
  isFirst = false,
  children,
}: {
  /** Side by side, or one below the other at the side of the results. */
  readonly look?: 'row' | 'beside'
  /** There are no results yet: this is what the page is about. */
  readonly isFirst?: boolean
  readonly children: ReactNode
}) {
  const isWide = useMedia(look === 'row' ? '(min-width: 761px)' : '(min-width: 1261px)')
  const [isOpen, setIsOpen] = useState(isFirst)
  return (
    <details
      className={classNames(styles.about, look === 'beside' && styles.beside)}
      open={isWide || isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>Mensagem e dados</summary>
      <div className={styles.both}>{children}</div>
    </details>
  )
}

function Stats({ campaign, lists }: { readonly campaign: Campaign; readonly lists: Lists }) {
  const { recipientCount, sentCount, deliveredCount, readCount, errorCount, replyCount } = campaign
  const stats = [
    { name: 'Total', value: heldPeople(campaign, lists) ?? formatCount(recipientCount) },
    { name: 'Enviados', value: formatCount(sentCount) },
    { name: 'Entregues', value: formatCount(deliveredCount) },
    { name: 'Lidos', value: formatCount(readCount) },
    { name: 'Erros', value: formatCount(errorCount), isBad: errorCount > 0 },
    { name: 'Respostas', value: formatCount(replyCount) },
    {
      name: 'Taxa de entrega',
      value: sentCount === 0 ? '–' : `${formatRate(deliveryRate(campaign))}%`,
    },
    {
      name: 'Taxa de resposta',
      value: sentCount === 0 ? '–' : formatShare(replyRate(campaign)),
    },
  ]
  return (
    <dl className={styles.stats} data-live>
      {stats.map(({ name, value, isBad }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={classNames(isBad && styles.bad)}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** How far a campaign under way has come, beside the others of its device. */
export function LiveProgress({
  campaign,
  look = 'card',
}: {
  readonly campaign: Campaign
  readonly look?: 'card' | 'page'
}) {
  const { data: campaigns = [] } = useCampaigns()
  const sameDevice = campaigns.filter(
    ({ deviceId, status }) => deviceId === campaign.deviceId && status === CampaignStatus.running,
  )
  return <CampaignProgress campaign={campaign} sameDevice={sameDevice} look={look} />
}
