import { Link } from 'wouter'
import type { Campaign } from '#contract/campaigns/campaign.ts'
import { CampaignStatus } from '#contract/campaigns/campaign-status.ts'
import { campaignPage } from '#contract/console-routes.ts'
import { RECENT_CAMPAIGNS } from '../../api/campaigns/recent-campaigns.ts'
import { formatCount, formatDateTime } from '../../format.ts'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import styles from './list-card.module.css'

/** The campaigns that use lists, by the id of the list. */
export type ListUses = {
  readonly byList: ReadonlyMap<string, Campaign>
  /** There are no further campaigns than those that were looked at. */
  readonly isWhole: boolean
}

/** For each list the campaign that tells most of it: under way, else the last, else the next. */
export function listUses(campaigns: readonly Campaign[]): ListUses {
  const byList = new Map<string, Campaign>()
  for (const campaign of campaigns) {
    for (const id of [campaign.contactListId, ...campaign.moreListIds]) {
      if (id === null) continue
      const known = byList.get(id)
      if (!known || rankOf(campaign) > rankOf(known)) byList.set(id, campaign)
    }
  }
  return { byList, isWhole: campaigns.length < RECENT_CAMPAIGNS }
}

function rankOf({ status, startedAt, scheduledAt }: Campaign): number {
  if (isUnderWay(status)) return Number.POSITIVE_INFINITY
  if (startedAt !== null) return Date.parse(startedAt)
  // The later one that is planned, the less it tells.
  return scheduledAt === null ? Number.NEGATIVE_INFINITY : -Date.parse(scheduledAt)
}

function isUnderWay(status: CampaignStatus): boolean {
  return status === CampaignStatus.running || status === CampaignStatus.paused
}

/** When a list was last used, by which campaign, and how many of it that campaign reached. */
export function ListUse({
  listId,
  uses,
}: {
  readonly listId: string
  /** Undefined until they are known. */
  readonly uses: ListUses | undefined
}) {
  const campaign = uses?.byList.get(listId)
  if (!campaign) {
    const isUnused = uses?.isWhole === true
    return <p className={styles.use}>{isUnused && 'Ainda não usada em campanhas'}</p>
  }
  return (
    <p className={styles.use}>
      <Moment campaign={campaign} /> <Link href={campaignPage(campaign.id)}>{campaign.name}</Link>
      <Reach listId={listId} campaign={campaign} />
    </p>
  )
}

function Moment({ campaign: { status, startedAt, scheduledAt } }: { readonly campaign: Campaign }) {
  if (isUnderWay(status)) return 'Em uso agora em'
  if (startedAt !== null) {
    return (
      <>
        Usada <RelativeTime iso={startedAt} /> em
      </>
    )
  }
  if (scheduledAt === null) return 'Usada em'
  return (
    <>
      Agendada para <time dateTime={scheduledAt}>{formatDateTime(scheduledAt)}</time> em
    </>
  )
}

/** Of a campaign to this list alone: what became of others' contacts says nothing of it. */
function Reach({
  listId,
  campaign: { status, contactListId, moreListIds, recipientCount, deliveredCount },
}: {
  readonly listId: string
  readonly campaign: Campaign
}) {
  const isDone = status === CampaignStatus.done || status === CampaignStatus.doneWithErrors
  const isAlone = contactListId === listId && moreListIds.length === 0
  if (!isDone || !isAlone || recipientCount === 0) return null
  return (
    <span className={styles.reach}>
      {formatCount(deliveredCount)} de {formatCount(recipientCount)} receberam
    </span>
  )
}
