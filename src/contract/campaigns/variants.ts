import { z } from 'zod'
import { CampaignCounts, countsOf, deliveryRate, readRate, replyRate } from './campaign-counts.ts'

/**
 * Further texts of a campaign beside the main one: each recipient gets one of them all. They are
 * known by numbers, of which the main text has the first.
 */

/** The counts of the recipients who drew one text. */
const VariantCounts = CampaignCounts.extend({ recipientCount: z.int().min(0) })
export type VariantCounts = z.infer<typeof VariantCounts>

export const VariantFields = {
  /** Texts besides `text`; none: everybody gets that one. */
  variants: z.array(z.string()).exactOptional(),
  /** By number, once the campaign has started with several texts. */
  variantCounts: z.array(VariantCounts).exactOptional(),
}
const Variants = z.object(VariantFields)
type Variants = z.infer<typeof Variants>

const VariantResult = CampaignCounts.extend({
  variante: z.int().min(1),
  /** How many recipients drew it. */
  messages: z.int().min(0),
  /** Percent of accepted messages, 0 to 100, as the campaign's own rates. */
  deliveryRate: z.number(),
  readRate: z.number(),
  replyRate: z.number(),
})

export const VariantsWire = z.object({
  variantes: z.array(z.string()).exactOptional(),
  por_variante: z.array(VariantResult).exactOptional(),
})

export function variantsToWire({
  variants,
  variantCounts,
}: Variants): z.output<typeof VariantsWire> {
  return {
    ...(variants && variants.length > 0 && { variantes: variants }),
    ...(variantCounts && {
      por_variante: variantCounts.map(({ recipientCount, ...counts }, place) => ({
        variante: place + 1,
        messages: recipientCount,
        ...counts,
        deliveryRate: deliveryRate(counts),
        readRate: readRate(counts),
        replyRate: replyRate(counts),
      })),
    }),
  }
}

export function variantsFromWire({
  variantes,
  por_variante,
}: z.output<typeof VariantsWire>): Variants {
  return {
    ...(variantes && { variants: variantes }),
    ...(por_variante && {
      variantCounts: por_variante.map(({ messages, ...result }) => ({
        recipientCount: messages,
        ...countsOf(result),
      })),
    }),
  }
}
