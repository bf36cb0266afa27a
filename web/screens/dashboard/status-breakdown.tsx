import { type Campaign, CampaignStatus } from '#contract/campaign.ts'
import { formatCount } from '../../format.ts'
import { ShareBar } from '../../ui/display/progress.tsx'
import { Loading, Skeletons } from '../../ui/display/skeleton.tsx'
import { Card, CardHead } from '../../ui/page/card.tsx'
import styles from './status-breakdown.module.css'

const shownStatuses = [
  CampaignStatus.done,
  CampaignStatus.running,
  CampaignStatus.scheduled,
  CampaignStatus.draft,
  CampaignStatus.doneWithErrors,
] as const

/** How many of the recent campaigns are in which status; null: they are being loaded. */
export function StatusBreakdown({ recent }: { readonly recent: readonly Campaign[] | null }) {
  return (
    <Card>
      <CardHead title="Status das campanhas" />
      {recent ? (
        <ul className={styles.bars}>
          {shownStatuses.map((status) => (
            <StatusBar key={status} status={status} recent={recent} />
          ))}
        </ul>
      ) : (
        <Loading className={styles.bars}>
          <Skeletons count={shownStatuses.length} height="30px" />
        </Loading>
      )}
    </Card>
  )
}

function StatusBar({
  status,
  recent,
}: {
  readonly status: CampaignStatus
  readonly recent: readonly Campaign[]
}) {
  const count = recent.filter((campaign) => campaign.status === status).length
  const percent = recent.length === 0 ? 0 : (count / recent.length) * 100
  return (
    <li>
      <div className={styles.words}>
        <span>{status}</span>
        <span>
          <b>{formatCount(count)}</b>{' '}
          <span className={styles.share}>{formatCount(Math.round(percent))}%</span>
        </span>
      </div>
      <ShareBar percent={percent} />
    </li>
  )
}
