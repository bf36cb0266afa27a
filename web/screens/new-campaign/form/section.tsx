import { type ReactNode, useId } from 'react'
import { StepNumber } from '../../../ui/display/step-number.tsx'
import { Card } from '../../../ui/page/card.tsx'
import styles from './section.module.css'

/** One numbered step of the form. */
export function Section({
  number,
  title,
  children,
}: {
  readonly number: number
  readonly title: string
  readonly children: ReactNode
}) {
  const id = useId()
  return (
    <Card aria-labelledby={id} className={styles.section}>
      <h2 id={id} className={styles.title}>
        <StepNumber>{number}</StepNumber>
        {title}
      </h2>
      {children}
    </Card>
  )
}
