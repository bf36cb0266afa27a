import type { Campaign } from '#contract/campaigns/campaign.ts'
import { CampaignStatus } from '#contract/campaigns/campaign-status.ts'
import { useDevices } from '../../../api/devices.ts'
import { useListNames } from '../../../api/lists/contacts.ts'
import { Card } from '../../../ui/page/card.tsx'
import { DraftState } from '../draft-state.tsx'
import { ScheduledState } from '../scheduled-state.tsx'
import styles from './plan-part.module.css'
import { PlanActions } from './planned/plan-actions.tsx'
import type { PlannedActions } from './planned/use-planned-actions.ts'

/** What a draft lacks, or how a campaign to come will go. */
export function PlanPart({
  campaign,
  planned,
  recipientCount,
}: {
  readonly campaign: Campaign
  readonly planned: PlannedActions
  /** Undefined until it is known who gets it. */
  readonly recipientCount: number | undefined
}) {
  const devices = useDevices().data?.devices ?? []
  const { lists } = useListNames()
  const { status, scheduledAt } = campaign
  if (status === CampaignStatus.draft) {
    return (
      <Card className={styles.plan}>
        <DraftState campaign={campaign} lists={lists} />
      </Card>
    )
  }
  if (scheduledAt === null) return null
  return (
    <Card className={styles.plan}>
      <ScheduledState
        campaign={campaign}
        scheduledAt={scheduledAt}
        devices={devices}
        lists={lists}
        recipientCount={recipientCount}
      />
      <PlanActions planned={planned} scheduledAt={scheduledAt} />
    </Card>
  )
}
