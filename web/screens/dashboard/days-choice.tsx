import { type DashboardDays, dashboardDays } from '../../api/dashboard.ts'
import styles from './days-choice.module.css'

/** Over how many days the stats and the chart are. */
export function DaysChoice({
  chosen,
  onChoose,
}: {
  readonly chosen: DashboardDays
  readonly onChoose: (days: DashboardDays) => void
}) {
  return (
    <fieldset className={styles.choice}>
      <legend className="visually-hidden">Período</legend>
      {dashboardDays.map((days) => (
        <button
          key={days}
          type="button"
          aria-pressed={days === chosen}
          onClick={() => onChoose(days)}
        >
          {days} dias
        </button>
      ))}
    </fieldset>
  )
}
