import { type CampaignCounts, noCounts } from '../../contract/campaigns/campaign-counts.ts'
import type { VariantCounts } from '../../contract/campaigns/variants.ts'
import { addCounts } from './recipient.ts'
import { type LedgerTexts, type LedgerVariants, sharesOf, variantAt } from './variants.ts'

/** A campaign's counters, and those of each of its texts where it has several. */
export type LedgerCounts = CampaignCounts & { readonly variantCounts?: VariantCounts[] }

/**
 * The counters of one ledger, moved by every change of a recipient.
 * @param given what they are now; left out: nobody was written to yet
 */
export function createTally(
  texts: Pick<LedgerTexts, 'variants'>,
  {
    recipientCount,
    given = noCounts,
  }: { readonly recipientCount: number; readonly given?: LedgerCounts },
) {
  let counts: LedgerCounts = texts.variants
    ? { ...given, variantCounts: given.variantCounts ?? nobodyYet(texts.variants, recipientCount) }
    : given
  return { counts: () => counts, move }

  /** Takes in that the recipient at this place has these counts now, instead of `before`. */
  function move(place: number, after: CampaignCounts, before: CampaignCounts): void {
    const sum = addCounts(counts, after, before)
    const variant = variantAt(texts, place)
    counts =
      variant === undefined
        ? sum
        : {
            ...sum,
            variantCounts: (counts.variantCounts ?? []).map((own, text) =>
              text === variant - 1 ? { ...own, ...addCounts(own, after, before) } : own,
            ),
          }
  }
}

function nobodyYet(variants: LedgerVariants, recipientCount: number): VariantCounts[] {
  return sharesOf(variants, recipientCount).map((share) => ({ ...noCounts, recipientCount: share }))
}
