import { withOptOutFooter } from '../../contract/optouts/opt-out-words.ts'

/**
 * Which of a campaign's texts each recipient gets. The draw is a function of the texts and of the
 * recipient's place alone: nothing of it needs storing, a restart changes none of it, and a preview
 * knows it before there is a campaign.
 */

/** A campaign's further texts, as they go out, and what the draw among all of them begins from. */
export type LedgerVariants = { readonly texts: readonly string[]; readonly seed: number }

/** The texts of a ledger: the main one, and the others where there are any. */
export type LedgerTexts = { readonly text: string; readonly variants?: LedgerVariants }

/** The texts of a campaign as they go out. */
export function textsOf({
  text,
  variants,
  hasOptOutFooter,
}: {
  readonly text?: string | null | undefined
  readonly variants?: readonly string[] | null | undefined
  readonly hasOptOutFooter?: boolean | null | undefined
}): LedgerTexts {
  const whole = (each: string) => withOptOutFooter(each, hasOptOutFooter ?? false)
  const main = whole(text ?? '')
  const texts = (variants ?? []).map(whole)
  if (texts.length === 0) return { text: main }
  return { text: main, variants: { texts, seed: hashOf([main, ...texts].join('\0')) } }
}

/** The number of the text of the recipient at this place, from 1; `undefined` where all get one. */
export function variantAt({ variants }: Pick<LedgerTexts, 'variants'>, place: number) {
  return variants && drawn(variants.seed, { textCount: variants.texts.length + 1, place })
}

/** The text of the recipient at this place. */
export function textAt(texts: LedgerTexts, place: number): string {
  return textOfVariant(texts, variantAt(texts, place) ?? 1)
}

/** The text with this number; the main one where there is no such. */
export function textOfVariant({ text, variants }: LedgerTexts, variant: number): string {
  return variants?.texts[variant - 2] ?? text
}

/**
 * Shares the texts out in blocks of as many recipients as there are texts: each block has every
 * text once, in an order of its own, so that no text is ever ahead of another by more than one.
 */
function drawn(
  seed: number,
  { textCount, place }: { readonly textCount: number; readonly place: number },
): number {
  const order = Array.from({ length: textCount }, (_, text) => text + 1)
  let state = mix(seed + Math.floor(place / textCount))
  for (let last = textCount - 1; last > 0; last -= 1) {
    state = mix(state)
    const other = state % (last + 1)
    const number = order[last] ?? 1
    order[last] = order[other] ?? 1
    order[other] = number
  }
  return order[place % textCount] ?? 1
}

/** Spreads neighbouring numbers over all of 32 bits (the finaliser of MurmurHash3). */
function mix(value: number): number {
  let bits = (value + 0x9e3779b9) | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  return hash >>> 0
}

/** How many of so many recipients get each text; only the last block may be cut short. */
export function sharesOf(variants: LedgerVariants, recipientCount: number): readonly number[] {
  const textCount = variants.texts.length + 1
  const whole = Math.floor(recipientCount / textCount)
  const shares = Array.from({ length: textCount }, () => whole)
  for (let place = whole * textCount; place < recipientCount; place += 1) {
    const text = drawn(variants.seed, { textCount, place }) - 1
    shares[text] = (shares[text] ?? 0) + 1
  }
  return shares
}
