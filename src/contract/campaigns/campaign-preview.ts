import { z } from 'zod'
import { AttachmentJson } from '../uploads/attachment.ts'

/** Why a contact of the list is left out of the audience. */
export const ExclusionReason = {
  invalidPhone: 'invalid_phone',
  duplicate: 'duplicate',
  optedOut: 'opted_out',
  filtered: 'filtered',
  recentlySent: 'recently_sent',
} as const
export type ExclusionReason = (typeof ExclusionReason)[keyof typeof ExclusionReason]

const Exclusion = z.object({
  reason: z.enum(ExclusionReason),
  count: z.int().min(1),
  /** Phone of one contact left out for this reason. */
  sample: z.string(),
})
export type Exclusion = z.infer<typeof Exclusion>

/** A variable of the text that will not read as its writer expects. */
const warning = {
  code: z.enum(['unknown_variable', 'empty_variable', 'unknown_filter']),
  /** The variable as the text spells it, or the filter's field. */
  variable: z.string(),
  /** How many recipients the warning concerns; none are left where a filter meets nobody. */
  count: z.int().min(0),
  /** The warning as a Portuguese sentence. */
  message: z.string(),
}
const Warning = z.object({
  ...warning,
  /** The text that it is about, where the campaign has several. */
  variant: z.int().min(1).exactOptional(),
})
const WarningWire = z.object({ ...warning, variante: z.int().min(1).exactOptional() })
export type Warning = z.infer<typeof Warning>

const counts = {
  /** How many contacts the lists have. */
  total: z.int().min(0),
  recipients: z.int().min(0),
  excluded: z.array(Exclusion),
  /** Recipients with a number of another country than Brazil, and the first phones of them. */
  foreign: z.object({ count: z.int().min(0), sample: z.array(z.string()) }),
  /** Recipients never written to from this device; null where no connected device can say. */
  strangers: z.int().min(0).nullable(),
  /** Recipients who got a campaign in the last 7 days. */
  recent: z.int().min(0),
}

const CampaignPreview = z.object({
  ...counts,
  /**
   * The contact that was asked for, then the first, the longest, the one with most empty variables,
   * and the first of each text where there are several; each contact once.
   */
  samples: z.array(
    z.object({
      phone: z.string(),
      name: z.string(),
      text: z.string(),
      variant: z.int().min(1).exactOptional(),
    }),
  ),
  /** The file that each of them gets; left out without one, and for an `imagem`. */
  attachment: AttachmentJson.exactOptional(),
  startsAt: z.iso.datetime(),
  /** When the last message leaves, if nothing holds the campaign back. */
  endsAt: z.iso.datetime(),
  warnings: z.array(Warning),
  /** Headers of the list's further columns, in the order they were first seen. */
  columns: z.array(z.string()),
})
export type CampaignPreview = z.infer<typeof CampaignPreview>

/** Recipients that one call shows at most. */
export const RECIPIENTS_A_PAGE = 100

/** Some of a campaign's recipients, with the values that its text may use. */
export const RecipientsJson = z.object({
  contatos: z.array(
    z.object({
      name: z.string(),
      phone: z.string(),
      campos: z.record(z.string(), z.string()).optional(),
    }),
  ),
})

const CampaignPreviewWire = z.object({
  ...counts,
  samples: z.array(
    z.object({
      phone: z.string(),
      nome: z.string(),
      texto: z.string(),
      variante: z.int().min(1).exactOptional(),
    }),
  ),
  anexo: AttachmentJson.exactOptional(),
  starts_at: z.iso.datetime(),
  ends_at: z.iso.datetime(),
  warnings: z.array(WarningWire),
  columns: z.array(z.string()),
})

export const CampaignPreviewJson = z.codec(CampaignPreviewWire, CampaignPreview, {
  decode: ({ starts_at, ends_at, samples, warnings, anexo, ...same }) => ({
    ...same,
    ...(anexo && { attachment: anexo }),
    samples: samples.map(({ nome, texto, ...sample }) => ({
      ...fromVariante(sample),
      ...{ name: nome, text: texto },
    })),
    warnings: warnings.map(fromVariante),
    startsAt: starts_at,
    endsAt: ends_at,
  }),
  encode: ({ startsAt, endsAt, samples, warnings, attachment, ...same }) => ({
    ...same,
    ...(attachment && { anexo: attachment }),
    samples: samples.map(({ name, text, ...sample }) => ({
      ...toVariante(sample),
      ...{ nome: name, texto: text },
    })),
    warnings: warnings.map(toVariante),
    starts_at: startsAt,
    ends_at: endsAt,
  }),
})

function fromVariante<Rest>({ variante, ...rest }: Rest & { readonly variante?: number }) {
  return { ...rest, ...(variante !== undefined && { variant: variante }) }
}

function toVariante<Rest>({ variant, ...rest }: Rest & { readonly variant?: number }) {
  return { ...rest, ...(variant !== undefined && { variante: variant }) }
}
