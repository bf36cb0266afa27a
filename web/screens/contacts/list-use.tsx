import { Link } from 'wouter'
import type { Campaign } from '#contract/campaigns/campaign.ts'
import { CampaignStatus } from '#contract/campaigns/campaign-status.ts'
import { campaignPage } from '#contract/console-routes.ts'
import { isInUse, usesByList } from '#contract/contacts/list-use.ts'
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

export function listUses(campaigns: readonly Campaign[]): ListUses {
  return { byList: usesByList(campaigns), isWhole: campaigns.length < RECENT_CAMPAIGNS }
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
  if (isInUse(status)) return 'Em uso agora em'
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

/** Only of a campaign to this list alone: one to several lists also counts the others' contacts. */
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
