import { z } from 'zod'
import { CampaignPatch, CampaignPatchWire, patchFromWire, patchToWire } from './campaign-body.ts'
import { VariantNumber } from './variant-input.ts'

/** A campaign's message, sent once to see it on a phone. */

const further = {
  /** Who gets it; left out: the device's own number. */
  to: z.string('Informe o telefone.').max(100, 'O telefone é longo demais.').nullish(),
  /** Phone of the contact whose variables fill the text; left out: the first recipient's. */
  contact: z
    .string('Informe o telefone do contato.')
    .max(100, 'O telefone é longo demais.')
    .nullish(),
}
const CampaignTest = CampaignPatch.extend({
  ...further,
  /** Number of the text; left out: the one that the contact would get. */
  variant: VariantNumber.nullish(),
})
export type CampaignTest = z.infer<typeof CampaignTest>

export const CampaignTestBody = z.codec(
  CampaignPatchWire.extend({ ...further, variante: VariantNumber.nullish() }),
  CampaignTest,
  {
    decode: ({ to, contact, variante, ...wire }) => ({
      ...patchFromWire(wire),
      ...{ to, contact, variant: variante },
    }),
    encode: ({ to, contact, variant, ...patch }) => ({
      ...patchToWire(patch),
      ...{ to, contact, variante: variant },
    }),
  },
)

const CampaignTestResult = z.object({
  messageId: z.string(),
  status: z.literal('success'),
  to: z.string(),
  text: z.string(),
  variant: z.int().min(1).exactOptional(),
})
export type CampaignTestResult = z.infer<typeof CampaignTestResult>

const CampaignTestResultWire = CampaignTestResult.omit({ text: true, variant: true }).extend({
  texto: z.string(),
  /** Only where the campaign has several texts. */
  variante: z.int().min(1).exactOptional(),
})

export const CampaignTestResultJson = z.codec(CampaignTestResultWire, CampaignTestResult, {
  decode: ({ texto, variante, ...same }) => ({
    ...same,
    text: texto,
    ...(variante !== undefined && { variant: variante }),
  }),
  encode: ({ text, variant, ...same }) => ({
    ...same,
    texto: text,
    ...(variant !== undefined && { variante: variant }),
  }),
})
