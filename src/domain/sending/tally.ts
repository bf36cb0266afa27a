import type { AnswerCounts } from '../../contract/campaigns/answers.ts'
import { type CampaignCounts, noCounts } from '../../contract/campaigns/campaign-counts.ts'
import type { VariantCounts } from '../../contract/campaigns/variants.ts'
import { addAnswer } from '../replies/answer-counts.ts'
import { addCounts, type Recipient } from './recipient.ts'
import { type LedgerTexts, type LedgerVariants, sharesOf, variantAt } from './variants.ts'

/** A campaign's counters, those of each of its texts where it has several, and the answers. */
export type LedgerCounts = CampaignCounts & {
  readonly variantCounts?: VariantCounts[]
  readonly answers?: AnswerCounts
}

/**
 * The counters of one ledger, moved by every change of a recipient.
 * @param given the counters as they are now; left out: no recipient was attempted yet
 */
export function createTally(
  texts: Pick<LedgerTexts, 'variants'>,
  {
    recipientCount,
    given = noCounts,
  }: { readonly recipientCount: number; readonly given?: LedgerCounts },
) {
  const { variantCounts: ofVariants, answers: ofAnswers, ...ofAll } = given
  // Kept apart: joining them for each of a ledger's facts would take longer than all else.
  let all: CampaignCounts = ofAll
  let variantCounts = texts.variants && (ofVariants ?? nobodyYet(texts.variants, recipientCount))
  let answers = ofAnswers
  return { counts, move, answered }

  function counts(): LedgerCounts {
    return { ...all, ...(variantCounts && { variantCounts }), ...(answers && { answers }) }
  }

  /** Takes in that the recipient at this place has these counts now, instead of `before`. */
  function move(place: number, after: CampaignCounts, before: CampaignCounts): void {
    all = addCounts(all, after, before)
    if (!variantCounts) return
    const variant = variantAt(texts, place)
    variantCounts = variantCounts.map((own, text) =>
      text + 1 === variant ? { ...own, ...addCounts(own, after, before) } : own,
    )
  }

  /** Takes in a person's first answer, where a fact brought it. */
  function answered(after: Recipient, before?: Recipient): void {
    if (after.repliedAtMs === 0 || (before?.repliedAtMs ?? 0) > 0) return
    answers = addAnswer(answers, after.replyText ?? '')
  }
}

function nobodyYet(variants: LedgerVariants, recipientCount: number): VariantCounts[] {
  return sharesOf(variants, recipientCount).map((share) => ({ ...noCounts, recipientCount: share }))
}
