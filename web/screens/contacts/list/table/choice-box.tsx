import styles from './list-table.module.css'

export type Choice = {
  readonly isChosen: boolean
  /** Whether all rows from the one pressed before are meant. */
  readonly isRange: boolean
}

/** Chooses a row, by more than the box alone; with Shift all rows from the one pressed before. */
export function ChoiceBox({
  phone,
  person,
  isChosen,
  tabIndex,
  onChoose,
}: {
  readonly phone: string
  /** Whose row it is. */
  readonly person: string
  readonly isChosen: boolean
  readonly tabIndex?: number
  readonly onChoose: (phone: string, choice: Choice) => void
}) {
  return (
    <label className={styles.box}>
      <input
        type="checkbox"
        aria-label={`Escolher ${person}`}
        checked={isChosen}
        tabIndex={tabIndex}
        onChange={({ target, nativeEvent }) => {
          const isRange = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey
          onChoose(phone, { isChosen: target.checked, isRange })
        }}
      />
    </label>
  )
}
