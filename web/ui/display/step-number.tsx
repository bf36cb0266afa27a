import type { HTMLAttributes } from 'react'
import styles from './step-number.module.css'

/** Which step of several this is, in a gold circle. */
export function StepNumber(rest: Omit<HTMLAttributes<HTMLSpanElement>, 'className'>) {
  return <span {...rest} className={styles.number} />
}
