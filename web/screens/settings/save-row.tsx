import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/forms/button.tsx'
import styles from './save-row.module.css'

/** The end of a form: its button, which is quiet while nothing is changed, and beside it that what was typed is saved. */
export function SaveRow({
  label,
  isSending,
  isChanged = true,
  isQuiet = !isChanged,
  saved,
  children,
}: {
  readonly label: string
  readonly isSending: boolean
  readonly isChanged?: boolean
  /** Nothing is typed yet that could be sent. */
  readonly isQuiet?: boolean
  /** What to say once it is saved, until something is typed again. */
  readonly saved: string | null
  /** Other buttons. */
  readonly children?: ReactNode
}) {
  return (
    <div className={styles.row}>
      <p role="status" className={styles.saved}>
        {saved !== null && (
          <>
            <CircleCheck size={16} aria-hidden />
            {saved}
          </>
        )}
      </p>
      {children}
      <Button
        type="submit"
        look={isQuiet ? 'plain' : 'primary'}
        isBusy={isSending}
        disabled={!isChanged}
      >
        {label}
      </Button>
    </div>
  )
}
