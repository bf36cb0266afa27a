import { CalendarClock, CalendarX } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../../ui/forms/button.tsx'
import styles from '../details-screen.module.css'
import { ChangeTimeDialog } from './change-time-dialog.tsx'
import type { PlannedActions } from './use-planned-actions.ts'

/** What can be done with the hour that a campaign waits for. */
export function PlanActions({
  planned: { busyWith, changeTime, unschedule },
  scheduledAt,
}: {
  readonly planned: PlannedActions
  readonly scheduledAt: string
}) {
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
          onChange={changeTime}
          onClose={() => setIsChanging(false)}
        />
      )}
    </div>
  )
}
