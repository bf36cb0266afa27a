import { CopyButton } from '../../ui/forms/copy-button.tsx'
import styles from './code-block.module.css'

/** Text as programs write it, with its name and a way to copy it. */
export function CodeBlock({
  label,
  text,
  copied = text,
}: {
  readonly label: string
  readonly text: string
  /** What is copied, where this is not what is shown. */
  readonly copied?: string
}) {
  return (
    <section className={styles.block} aria-label={label}>
      <header className={styles.head}>
        <span>{label}</span>
        <CopyButton text={copied} look="quiet" />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <pre className={styles.code} tabIndex={0}>
        <code>{text}</code>
      </pre>
    </section>
  )
}

/** JSON with a line for every field; any other text as it is. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
