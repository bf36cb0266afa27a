import type { Campaign } from '#contract/campaigns/campaign.ts'
import { CampaignStatus } from '#contract/campaigns/campaign-status.ts'
import { useListNames } from '../../../api/contacts.ts'
import { useDevices } from '../../../api/devices.ts'
import { Card } from '../../../ui/page/card.tsx'
import { DraftState } from '../draft-state.tsx'
import { ScheduledState } from '../scheduled-state.tsx'
import styles from './plan-part.module.css'
import { PlanActions } from './planned/plan-actions.tsx'

/** What a draft lacks, or how a campaign to come will go. */
export function PlanPart({ campaign }: { readonly campaign: Campaign }) {
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
      />
      <PlanActions campaign={campaign} scheduledAt={scheduledAt} />
    </Card>
  )
}
