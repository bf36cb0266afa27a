import { foldName, ownVariables } from '#contract/campaigns/template.ts'
import styles from './variable-chips.module.css'

/** Variables that change from recipient to recipient; a press puts one into the text. */
export function VariableChips({
  columns,
  onInsert,
}: {
  /** Headers of the list's further columns. */
  readonly columns: readonly string[]
  readonly onInsert: (variable: string) => void
}) {
  return (
    <fieldset className={styles.variables}>
      <legend className="visually-hidden">Inserir no texto</legend>
      <span aria-hidden>Inserir:</span>
      {[...new Set([...ownVariables, ...columns.map(foldName)])].map((name) => (
        <button
          key={name}
          type="button"
          className={styles.variable}
          onClick={() => onInsert(`{${name}}`)}
        >
          {`{${name}}`}
        </button>
      ))}
    </fieldset>
  )
}
