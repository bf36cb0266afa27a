import { CampaignStatus } from '#contract/campaigns/campaign-status.ts'
import { formatCount } from '../../format.ts'
import { CampaignStatusIcon } from '../../parts/campaign-status-badge.tsx'
import { ShareBar } from '../../ui/display/progress.tsx'
import { Loading, Skeletons } from '../../ui/display/skeleton.tsx'
import { Card, CardHead } from '../../ui/page/card.tsx'
import styles from './status-breakdown.module.css'

/** Shown even where no campaign has them; any other one, such as Pausada, only where one does. */
const shownStatuses: readonly CampaignStatus[] = [
  CampaignStatus.done,
  CampaignStatus.running,
  CampaignStatus.scheduled,
  CampaignStatus.draft,
  CampaignStatus.doneWithErrors,
]

type Counts = Readonly<Record<string, number>>

/** How many of the recent campaigns are in which status; null: they are being loaded. */
export function StatusBreakdown({ counts }: { readonly counts: Counts | null }) {
  return (
    <Card>
      <CardHead title="Status das campanhas" />
      {counts ? (
        <ul className={styles.bars} data-live>
          {[...new Set([...shownStatuses, ...Object.values(CampaignStatus)])]
            .filter((status) => shownStatuses.includes(status) || counts[status])
            .map((status) => (
              <StatusBar key={status} status={status} counts={counts} />
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
  counts,
}: {
  readonly status: CampaignStatus
  readonly counts: Counts
}) {
  const count = counts[status] ?? 0
  const total = Object.values(counts).reduce((sum, each) => sum + each, 0)
  const percent = total === 0 ? 0 : (count / total) * 100
  return (
    <li>
      <div className={styles.words}>
        <span className={styles.status}>
          <CampaignStatusIcon status={status} />
          {status}
        </span>
        <span>
          <b>{formatCount(count)}</b>{' '}
          <span className={styles.share}>{formatCount(Math.round(percent))}%</span>
        </span>
      </div>
      <ShareBar percent={percent} />
    </li>
  )
}
