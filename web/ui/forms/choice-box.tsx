import styles from './choice-box.module.css'

export type Choice = {
  readonly isChosen: boolean
  /** Whether all from the one pressed before are meant. */
  readonly isRange: boolean
}

/** Chooses one of many, by more than the box alone; with Shift all from the one pressed before. */
export function ChoiceBox({
  label,
  isChosen,
  tabIndex,
  onChoose,
}: {
  readonly label: string
  readonly isChosen: boolean
  readonly tabIndex?: number
  readonly onChoose: (choice: Choice) => void
}) {
  return (
    <label className={styles.box}>
      <input
        type="checkbox"
        aria-label={label}
        checked={isChosen}
        tabIndex={tabIndex}
        onChange={({ target, nativeEvent }) => {
          const isRange = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey
          onChoose({ isChosen: target.checked, isRange })
        }}
      />
    </label>
  )
}
