import styles from './switch.module.css'

/** Something that is on or off at once, without a button to save. */
export function Switch({
  label,
  isOn,
  isBusy = false,
  isLabelHidden = false,
  onChange,
}: {
  readonly label: string
  readonly isOn: boolean
  readonly isBusy?: boolean
  readonly isLabelHidden?: boolean
  readonly onChange: (isOn: boolean) => void
}) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-busy={isBusy || undefined}
      disabled={isBusy}
      className={styles.switch}
      onClick={() => onChange(!isOn)}
    >
      <span className={styles.track} aria-hidden>
        <span className={styles.thumb} />
      </span>
      <span className={isLabelHidden ? 'visually-hidden' : undefined}>{label}</span>
    </button>
  )
}
