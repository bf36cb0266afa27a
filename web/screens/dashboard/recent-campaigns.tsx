import { Link } from 'wouter'
import type { Campaign } from '#contract/campaigns/campaign.ts'
import { CampaignStatus, campaignDate } from '#contract/campaigns/campaign-status.ts'
import { campaignPage } from '#contract/console-routes.ts'
import type { DashboardDays } from '../../api/dashboard.ts'
import { CampaignStatusBadge } from '../../parts/campaign-status-badge.tsx'
import { waitWords } from '../../parts/wait-words.ts'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { Loading, Skeletons } from '../../ui/display/skeleton.tsx'
import { Card, CardHead } from '../../ui/page/card.tsx'
import styles from './recent-campaigns.module.css'

const SHOWN_COUNT = 3

/** The newest campaigns at a glance; null: they are being loaded. */
export function RecentCampaigns({
  recent,
  days,
}: {
  readonly recent: readonly Campaign[] | null
  readonly days: DashboardDays
}) {
  return (
    <Card>
      <CardHead title="Campanhas recentes" />
      {recent ? (
        <RecentList recent={recent} days={days} />
      ) : (
        <Loading className={styles.list}>
          <Skeletons count={SHOWN_COUNT} height="38px" />
        </Loading>
      )}
    </Card>
  )
}

function RecentList({
  recent,
  days,
}: {
  readonly recent: readonly Campaign[]
  readonly days: DashboardDays
}) {
  if (recent.length === 0) {
    return <p className={styles.none}>As campanhas dos últimos {days} dias aparecem aqui.</p>
  }
  return (
    <ul className={styles.list}>
      {recent.slice(0, SHOWN_COUNT).map((campaign) => (
        <li key={campaign.id} className={styles.item}>
          <div className={styles.words}>
            <p className={styles.name}>
              <Link href={campaignPage(campaign.id)}>{campaign.name}</Link>
            </p>
            <p className={styles.when}>
              {isUnplanned(campaign) && 'criada '}
              <RelativeTime iso={campaignDate(campaign)} />
            </p>
            {campaign.wait && <p className={styles.wait}>{waitWords(campaign.wait, Date.now())}</p>}
          </div>
          <CampaignStatusBadge status={campaign.status} />
        </li>
      ))}
    </ul>
  )
}

/** Whether its date is not that of its messages. */
function isUnplanned({ status, scheduledAt }: Campaign): boolean {
  return status === CampaignStatus.draft && scheduledAt === null
}
