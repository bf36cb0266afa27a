import { z } from 'zod'
import { CampaignPatch, CampaignPatchWire, patchFromWire, patchToWire } from './campaign-body.ts'

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

const CampaignTest = CampaignPatch.extend(further)
export type CampaignTest = z.infer<typeof CampaignTest>

export const CampaignTestBody = z.codec(CampaignPatchWire.extend(further), CampaignTest, {
  decode: ({ to, contact, ...wire }) => ({ ...patchFromWire(wire), to, contact }),
  encode: ({ to, contact, ...patch }) => ({ ...patchToWire(patch), to, contact }),
})

const CampaignTestResult = z.object({
  messageId: z.string(),
  status: z.literal('success'),
  to: z.string(),
  text: z.string(),
})
export type CampaignTestResult = z.infer<typeof CampaignTestResult>

const CampaignTestResultWire = CampaignTestResult.omit({ text: true }).extend({ texto: z.string() })

export const CampaignTestResultJson = z.codec(CampaignTestResultWire, CampaignTestResult, {
  decode: ({ texto, ...same }) => ({ ...same, text: texto }),
  encode: ({ text, ...same }) => ({ ...same, texto: text }),
})
