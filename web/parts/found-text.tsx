import { createContext, useContext } from 'react'
import { foundIn, type Place } from './found-in.ts'
import styles from './found-text.module.css'

/** What is looked for, folded, or each of its words; empty: nothing. */
export const LookedFor = createContext<string | readonly string[]>('')

/** A text in which what is looked for is marked. */
export function FoundText({ text }: { readonly text: string }) {
  const lookedFor = useContext(LookedFor)
  const wanted = typeof lookedFor === 'string' ? [lookedFor].filter(Boolean) : lookedFor
  return wanted.length === 0 ? text : <MarkedText text={text} places={foundIn(text, wanted)} />
}

/** A text in which some places are marked. */
export function MarkedText({
  text,
  places,
}: {
  readonly text: string
  readonly places: readonly Place[]
}) {
  const pieces: { readonly at: number; readonly text: string; readonly isFound: boolean }[] = []
  let end = 0
  for (const [from, to] of places) {
    if (from > end) pieces.push({ at: end, text: text.slice(end, from), isFound: false })
    pieces.push({ at: from, text: text.slice(from, to), isFound: true })
    end = to
  }
  if (end === 0) return text
  if (end < text.length) pieces.push({ at: end, text: text.slice(end), isFound: false })
  return pieces.map((piece) =>
    piece.isFound ? (
      <mark key={piece.at} className={styles.found}>
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  )
}
