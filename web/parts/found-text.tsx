import { createContext, useContext } from 'react'
import { foldText } from '#contract/fold.ts'
import styles from './found-text.module.css'

/** What is looked for, folded; empty: nothing. */
export const LookedFor = createContext('')

/** A text in which what is looked for is marked. */
export function FoundText({ text }: { readonly text: string }) {
  const wanted = useContext(LookedFor)
  if (wanted === '') return text
  const pieces: { readonly at: number; readonly text: string; readonly isFound: boolean }[] = []
  let end = 0
  for (const [from, to] of foundIn(text, wanted)) {
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

/** Where a folded text stands in one that is not, as beginnings and ends. */
export function foundIn(text: string, wanted: string): readonly (readonly [number, number])[] {
  if (wanted === '') return []
  let folded = ''
  /** Of each folded character the beginning of the one it was made of. */
  const begins: number[] = []
  let at = 0
  for (const character of text) {
    const part = foldText(character)
    folded += part
    for (let unit = 0; unit < part.length; unit += 1) begins.push(at)
    at += character.length
  }
  begins.push(text.length)
  const found: [number, number][] = []
  for (
    let start = folded.indexOf(wanted);
    start >= 0;
    start = folded.indexOf(wanted, start + wanted.length)
  ) {
    found.push([begins[start] ?? 0, begins[start + wanted.length] ?? text.length])
  }
  return found
}
