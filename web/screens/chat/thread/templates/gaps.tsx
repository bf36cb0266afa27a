import { TriangleAlert } from 'lucide-react'
import { placesIn } from '#contract/campaigns/template.ts'
import styles from './templates.module.css'

/** Places of a template that nothing is known for: each leads to where it is to be written. */
export function Gaps({ text, onGo }: { readonly text: string; readonly onGo: (gap: Gap) => void }) {
  const gaps = gapsIn(text)
  return (
    <div role="status">
      {gaps.length > 0 && (
        <p className={styles.gaps}>
          <TriangleAlert size={16} aria-hidden />
          Falta preencher:
          {gaps.map((gap) => (
            <button
              key={gap.from}
              type="button"
              className={styles.gap}
              aria-label={`Preencher ${gap.written}`}
              onClick={() => onGo(gap)}
            >
              {gap.written}
            </button>
          ))}
        </p>
      )}
    </div>
  )
}

export type Gap = { readonly from: number; readonly written: string }

/** The first place of each variable. */
function gapsIn(text: string): readonly Gap[] {
  const places = placesIn(text)
  return places.filter(
    ({ written }, index) => places.findIndex((each) => each.written === written) === index,
  )
}
