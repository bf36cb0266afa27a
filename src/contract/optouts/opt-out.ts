import { z } from 'zod'
import { SheetName } from '../csv/sheet-name.ts'
import { NAME_MAX_LENGTH } from '../limits.ts'
import { AreaCode } from '../phones/area-code.ts'

/** People who get no campaigns any more, since they or the account's owner said so. */

/** How somebody came onto the list. */
export const OptOutSource = {
  /** The person's own message. */
  reply: 'resposta',
  manual: 'manual',
  api: 'api',
  csv: 'csv',
} as const
export type OptOutSource = (typeof OptOutSource)[keyof typeof OptOutSource]

export const optOutSourceLabels: Readonly<Record<OptOutSource, string>> = {
  resposta: 'Respondeu à mensagem',
  manual: 'Incluído à mão',
  api: 'Incluído por outro sistema',
  csv: 'Importado',
}

export const REASON_MAX_LENGTH = 200

export const OptOut = z.object({
  /** E.164 digits; null where WhatsApp has given only the LID. */
  phone: z.string().nullable(),
  /** Jid of the account's other name at WhatsApp, where it is known. */
  lid: z.string().nullable(),
  name: z.string(),
  reason: z.string(),
  source: z.enum(OptOutSource),
  /** The campaign that the person answered. */
  campaignId: z.string().nullable(),
  createdAt: z.iso.datetime(),
})
export type OptOut = z.infer<typeof OptOut>

const OptOutWire = z.object({
  phone: z.string().nullable(),
  lid: z.string().nullable(),
  nome: z.string(),
  reason: z.string(),
  source: z.enum(OptOutSource),
  campaign_id: z.string().nullable(),
  created_at: z.iso.datetime(),
})

export const OptOutJson = z.codec(OptOutWire, OptOut, {
  decode: ({ nome, campaign_id, created_at, ...same }) => ({
    ...same,
    name: nome,
    campaignId: campaign_id,
    createdAt: created_at,
  }),
  encode: (optOut) => toOptOutWire(optOut),
})
export const OptOutsJson = z.array(OptOutJson)

/** Encodes a person known to be valid. */
export function toOptOutWire(optOut: OptOut): z.output<typeof OptOutWire> {
  const { phone, lid, name, reason, source, campaignId, createdAt } = optOut
  return { phone, lid, nome: name, reason, source, campaign_id: campaignId, created_at: createdAt }
}

/** Columns of the CSV, in their order: the wire's own names. */
export function optOutCsvColumns(): readonly string[] {
  return Object.keys(OptOutWire.shape)
}

const reason = z
  .string('O motivo precisa ser um texto.')
  .trim()
  .max(REASON_MAX_LENGTH, `O motivo aceita até ${REASON_MAX_LENGTH} caracteres.`)

/** A person to be taken out of all campaigns. */
export const OptOutBody = z.object({
  phone: z
    .string('Informe o telefone.')
    .trim()
    .min(1, 'Informe o telefone.')
    .max(40, 'O telefone é longo demais.'),
  nome: z.string().trim().max(NAME_MAX_LENGTH, 'O nome é longo demais.').nullish(),
  reason: reason.nullish(),
  /** The area code of a number that has none. */
  ddd: AreaCode.optional(),
})
export type OptOutBody = z.output<typeof OptOutBody>

export const OptOutImportForm = z.object({
  ddd: AreaCode.optional(),
  reason: reason.optional(),
  sheet: SheetName.optional(),
  /** Whether the report alone is wanted: nobody is put on the list. */
  dry_run: z.enum(['true', 'false'], 'Use true ou false.').optional(),
})

/** How the file is read; nothing is stored. */
export const RefusedOptOutsForm = OptOutImportForm.pick({ ddd: true, sheet: true })

export const OptOutImportReport = z.object({
  added: z.int().min(0),
  /** People who were on the list already, or stand in the file twice. */
  duplicates: z.int().min(0),
  invalid: z.array(z.object({ line: z.int(), phone: z.string(), reason: z.string() })),
  /** How many were refused, where `invalid` has only the first of them. */
  invalid_count: z.int().min(1).optional(),
  /** Of an .xlsx: the sheets a person sees, and the one that was read. */
  sheets: z.array(z.string()).optional(),
  sheet: z.string().optional(),
  warnings: z.array(z.string()).optional(),
})
export type OptOutImportReport = z.infer<typeof OptOutImportReport>

/** What names the person in an address: the phone, or the LID where there is none. */
export function optOutId({ phone, lid }: Pick<OptOut, 'phone' | 'lid'>): string {
  return phone ?? lid ?? ''
}
