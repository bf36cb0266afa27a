import { createContext, useContext } from 'react'
import { foldText } from '#contract/fold.ts'
import styles from './found-text.module.css'

/** What is looked for, folded, or each of its words; empty: nothing. */
export const LookedFor = createContext<string | readonly string[]>('')

/** A text in which what is looked for is marked. */
export function FoundText({ text }: { readonly text: string }) {
  const lookedFor = useContext(LookedFor)
  const wanted = typeof lookedFor === 'string' ? [lookedFor].filter(Boolean) : lookedFor
  if (wanted.length === 0) return text
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

/** Where folded texts stand in one that is not, as beginnings and ends, those that meet as one. */
export function foundIn(
  text: string,
  wanted: readonly string[],
): readonly (readonly [number, number])[] {
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
  const found = wanted
    .filter(Boolean)
    .flatMap((each) => placesOf(folded, each))
    .map(([from, to]): Place => [begins[from] ?? 0, begins[to] ?? text.length])
  return joined(found)
}

type Place = readonly [number, number]

function placesOf(text: string, wanted: string): readonly Place[] {
  const places: Place[] = []
  let start = text.indexOf(wanted)
  while (start >= 0) {
    places.push([start, start + wanted.length])
    start = text.indexOf(wanted, start + wanted.length)
  }
  return places
}

function joined(places: readonly Place[]): readonly Place[] {
  const whole: Place[] = []
  for (const [from, to] of [...places].sort((a, b) => a[0] - b[0])) {
    const last = whole.pop()
    if (last && last[1] > from) whole.push([last[0], Math.max(last[1], to)])
    else whole.push(...(last ? [last] : []), [from, to])
  }
  return whole
}
