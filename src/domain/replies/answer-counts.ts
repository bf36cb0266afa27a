import type { AnswerCounts } from '../../contract/campaigns/answers.ts'
import { foldText } from '../../contract/fold.ts'
import { readYesOrNo } from './yes-or-no.ts'

/** Longer answers are not counted: two of them hardly ever have the same words. */
const SHORT = { characterCount: 40, wordCount: 4 } as const
/** Different answers that one campaign keeps: those beyond the commonest make way for new ones. */
const KEPT_COUNT = 64

const nobody: AnswerCounts = { yesCount: 0, noCount: 0, texts: [] }

/**
 * Counts in one person's first answer. What it costs does not depend on how many there were: where
 * more answers differ than are kept, a rare one gives its place to the new one, so that a count may
 * be too small, and never too large.
 */
export function addAnswer(counts: AnswerCounts = nobody, text: string): AnswerCounts {
  const shown = shortAnswer(text)
  if (shown === null) return counts
  const said = readYesOrNo(text)
  return {
    yesCount: counts.yesCount + Number(said === 'yes'),
    noCount: counts.noCount + Number(said === 'no'),
    texts: withAnswer(counts.texts, { key: foldText(shown), shown }),
  }
}

/** The words of a short answer, or its emoji where it has no words; null: none, or too many. */
function shortAnswer(text: string): string | null {
  // In brackets stands what a message without words was, such as a sound.
  const isWordless = text.startsWith('[') && text.endsWith(']')
  if (isWordless || text.length > 2 * SHORT.characterCount) return null
  const plain = text.normalize('NFKC').toLowerCase()
  const spoken = plain.match(/[\p{L}\p{M}\p{N}]+/gu)
  const found = spoken ?? [...new Set(plain.match(/\p{Extended_Pictographic}/gu))]
  const shown = found.join(' ')
  if (shown === '' || found.length > SHORT.wordCount) return null
  return [...shown].length <= SHORT.characterCount ? shown : null
}

function withAnswer(
  texts: AnswerCounts['texts'],
  { key, shown }: { readonly key: string; readonly shown: string },
): AnswerCounts['texts'] {
  const place = texts.findIndex(({ text }) => foldText(text) === key)
  const known = texts[place]
  if (known) {
    const text = betterSpelling(known.text, shown)
    return texts.with(place, { text, count: known.count + 1 })
  }
  const added = { text: shown, count: 1 }
  return texts.length < KEPT_COUNT
    ? [...texts, added]
    : [...texts.toSpliced(rarest(texts), 1), added]
}

/** The first of those that were given least. */
function rarest(texts: AnswerCounts['texts']): number {
  const least = Math.min(...texts.map(({ count }) => count))
  return texts.findIndex(({ count }) => count === least)
}

/** Of two spellings the one with more accents, whichever came first. */
function betterSpelling(a: string, b: string): string {
  const [accentsOfA, accentsOfB] = [a, b].map((text) => text.normalize('NFD').length)
  if (accentsOfA !== accentsOfB) return (accentsOfA ?? 0) > (accentsOfB ?? 0) ? a : b
  return a < b ? a : b
}
