import { useEffect, useRef } from 'react'
import { classNames } from '../../../../ui/class-names.ts'
import styles from './editor.module.css'
import type { VariableChoice } from './variable-choices.ts'

/** The variables to choose from; the focus stays in the text, which says which one is active. */
export function VariableList({
  id,
  choices,
  active,
  onChoose,
}: {
  readonly id: string
  readonly choices: readonly VariableChoice[]
  readonly active: VariableChoice
  readonly onChoose: (choice: VariableChoice) => void
}) {
  const activeRef = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another active choice comes into view
  useEffect(() => {
    activeRef.current?.scrollIntoView({ block: 'nearest' })
  }, [active.name])
  return (
    <div id={id} role="listbox" aria-label="Campos da lista" className={styles.choices}>
      {choices.map((choice) => {
        const isActive = choice.name === active.name
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the text's keys choose, and the focus stays there
          <div
            key={choice.name}
            ref={isActive ? activeRef : undefined}
            id={`${id}-${choice.name}`}
            role="option"
            tabIndex={-1}
            aria-selected={isActive}
            className={classNames(styles.choice, isActive && styles.active)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(choice)}
          >
            <span>{`{${choice.name}}`}</span>
            <small>{choice.sample ?? 'sem exemplo'}</small>
          </div>
        )
      })}
    </div>
  )
}
