import type { VariantCounts } from '#contract/campaigns/variants.ts'

/**
 * How many standard errors two shares must lie apart: chance alone reaches it once in a thousand
 * comparisons, and six texts make fifteen.
 */
const STANDARD_ERRORS = 3.29
/** With fewer on either side the normal approximation does not hold. */
const LEAST_COUNT = 10

/** The number of the text whose share is above each other's beyond what chance explains, or null. */
export function clearLeader(
  variants: readonly VariantCounts[],
  name: 'replyCount' | 'readCount',
): number | null {
  const shares = variants.map(({ sentCount, ...counts }) => ({
    of: sentCount,
    count: counts[name],
  }))
  const rate = ({ of, count }: Share) => (of === 0 ? 0 : count / of)
  const best = shares.reduce<Share | undefined>(
    (first, each) => (first && rate(first) >= rate(each) ? first : each),
    undefined,
  )
  if (!best) return null
  const isClear = shares.every((each) => each === best || isAbove(best, each))
  return isClear ? shares.indexOf(best) + 1 : null
}

type Share = { readonly of: number; readonly count: number }

function isAbove(one: Share, other: Share): boolean {
  const of = one.of + other.of
  const count = one.count + other.count
  if (one.of === 0 || other.of === 0) return false
  if (count < LEAST_COUNT || of - count < LEAST_COUNT) return false
  const pooled = count / of
  const standardError = Math.sqrt(pooled * (1 - pooled) * (1 / one.of + 1 / other.of))
  return one.count / one.of - other.count / other.of >= STANDARD_ERRORS * standardError
}
