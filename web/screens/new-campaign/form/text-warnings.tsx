import { TriangleAlert } from 'lucide-react'
import type { Warning } from '#contract/campaigns/campaign-preview.ts'
import { askText } from '../../../ui/overlays/ask.ts'
import styles from './fields.module.css'

/** Variables of a text that will not read as meant. */
export function TextWarnings({
  label,
  warnings,
  onFallback,
}: {
  readonly label: string
  readonly warnings: readonly Warning[]
  /** Gives a variable a text for those who have no value of it. */
  readonly onFallback: (variable: string, fallback: string) => void
}) {
  if (warnings.length === 0) return null
  return (
    <ul className={styles.warnings} aria-label={label}>
      {warnings.map(({ code, variable, message }) => (
        <li key={variable}>
          <TriangleAlert size={14} aria-hidden />
          <span>
            {message}{' '}
            {code !== 'unknown_filter' && (
              <button
                type="button"
                className={styles.mend}
                onClick={() => void ask(variable, onFallback)}
              >
                Usar outro texto quando faltar
              </button>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

async function ask(
  variable: string,
  onFallback: (variable: string, fallback: string) => void,
): Promise<void> {
  const fallback = await askText(`Quando faltar ${variable}`, {
    label: 'Texto para quem não tem este dado',
    initial: 'cliente',
    required: 'Escreva o texto.',
    yes: 'Usar',
  })
  // Braces and bars would end the variable early.
  if (fallback !== null) onFallback(variable, fallback.replace(/[{}|\n]/g, ' ').trim())
}
