import { placesIn } from '#contract/campaigns/template.ts'
import { FoundText } from '../found-text.tsx'
import { plainTextOf } from '../whatsapp-text/whatsapp-markup.ts'
import styles from './templates-panel.module.css'

/** A template's text in few lines: without its marks, and with the places that change in sight. */
export function TemplateText({ text }: { readonly text: string }) {
  const plain = plainTextOf(text)
  const parts: { readonly at: number; readonly text: string; readonly isPlace: boolean }[] = []
  let end = 0
  for (const { from, written } of placesIn(plain)) {
    if (from > end) parts.push({ at: end, text: plain.slice(end, from), isPlace: false })
    parts.push({ at: from, text: written, isPlace: true })
    end = from + written.length
  }
  if (end < plain.length) parts.push({ at: end, text: plain.slice(end), isPlace: false })
  return parts.map((part) =>
    part.isPlace ? (
      <span key={part.at} className={styles.place}>
        <FoundText text={part.text} />
      </span>
    ) : (
      <FoundText key={part.at} text={part.text} />
    ),
  )
}
