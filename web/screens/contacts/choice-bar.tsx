import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { Button } from '../../ui/forms/button.tsx'
import styles from './action-bars.module.css'

/** What can be done with those that are chosen, and the way to choose none. */
export function ChoiceBar({
  label,
  words,
  isLong = false,
  isBusy,
  onClear,
  children,
}: {
  readonly label: string
  /** How many are chosen; null: none, and nothing shows. */
  readonly words: string | null
  /** Whether its words and buttons take more than one line of a phone. */
  readonly isLong?: boolean
  readonly isBusy: boolean
  readonly onClear: () => void
  readonly children: ReactNode
}) {
  const isShown = words !== null
  return (
    // A live region has to be in the document before its words are, or they are not read out.
    <section
      className={isShown ? classNames(styles.bar, styles.choice, isLong && styles.long) : undefined}
      aria-label={isShown ? label : undefined}
    >
      <p role="status">
        {words}
        {isShown && <span className={styles.hint}> · F6 traz até aqui, Esc limpa</span>}
      </p>
      {isShown && (
        <>
          <div className={styles.buttons}>{children}</div>
          <Button
            look="quiet"
            icon={X}
            disabled={isBusy}
            title="Limpar escolha (Esc)"
            className={styles.clear}
            onClick={onClear}
          >
            <span>
              Limpar<Rest> escolha</Rest>
            </span>
          </Button>
        </>
      )}
    </section>
  )
}

/** Words of a button that a phone has no room for: they are only read out there. */
export function Rest({ children }: { readonly children: ReactNode }) {
  return <span className={styles.rest}>{children}</span>
}
