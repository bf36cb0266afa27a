import { CircleCheck } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { StepNumber } from '../../../ui/display/step-number.tsx'
import { Card } from '../../../ui/page/card.tsx'
import styles from './section.module.css'

/** One numbered step of the form; its number gives way to a tick once nothing in it is missing. */
export function Section({
  number,
  title,
  isDone,
  children,
}: {
  readonly number: number
  readonly title: string
  readonly isDone: boolean
  readonly children: ReactNode
}) {
  const id = useId()
  return (
    <Card aria-labelledby={id} className={styles.section}>
      <h2 id={id} className={styles.title}>
        {isDone ? (
          <CircleCheck size={24} className={styles.done} role="img" aria-label="Feito" />
        ) : (
          <StepNumber>{number}</StepNumber>
        )}
        {title}
      </h2>
      {children}
    </Card>
  )
}
