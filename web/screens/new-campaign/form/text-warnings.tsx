import { TriangleAlert } from 'lucide-react'
import type { Warning } from '#contract/campaigns/campaign-preview.ts'
import styles from './fields.module.css'

/** Variables of a text that will not read as meant. */
export function TextWarnings({
  label,
  warnings,
}: {
  readonly label: string
  readonly warnings: readonly Warning[]
}) {
  if (warnings.length === 0) return null
  return (
    <ul className={styles.warnings} aria-label={label}>
      {warnings.map(({ variable, message }) => (
        <li key={variable}>
          <TriangleAlert size={14} aria-hidden />
          {message}
        </li>
      ))}
    </ul>
  )
}
