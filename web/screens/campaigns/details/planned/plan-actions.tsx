import { CalendarClock, CalendarX } from 'lucide-react'
import { useState } from 'react'
import type { Campaign } from '#contract/campaigns/campaign.ts'
import { Button } from '../../../../ui/forms/button.tsx'
import styles from '../details-screen.module.css'
import { ChangeTimeDialog } from './change-time-dialog.tsx'
import { usePlannedActions } from './use-planned-actions.ts'

/** What can be done with the hour that a campaign waits for. */
export function PlanActions({
  campaign,
  scheduledAt,
}: {
  readonly campaign: Campaign
  readonly scheduledAt: string
}) {
  const { busyWith, moveTo, unschedule } = usePlannedActions(campaign)
  const [isChanging, setIsChanging] = useState(false)
  const isBusy = busyWith !== null
  return (
    <div className={styles.planActions}>
      <Button
        icon={CalendarClock}
        isBusy={busyWith === 'move'}
        disabled={isBusy}
        onClick={() => setIsChanging(true)}
      >
        Mudar horário
      </Button>
      <Button
        look="quiet"
        icon={CalendarX}
        isBusy={busyWith === 'unschedule'}
        disabled={isBusy}
        onClick={unschedule}
      >
        <span>
          Cancelar<span className={styles.shorter}> agendamento</span>
        </span>
      </Button>
      {isChanging && (
        <ChangeTimeDialog
          scheduledAt={scheduledAt}
          onChange={(startMs) => {
            setIsChanging(false)
            moveTo(startMs)
          }}
          onClose={() => setIsChanging(false)}
        />
      )}
    </div>
  )
}
