import { z } from 'zod'
import { NAME_MAX_LENGTH } from '../limits.ts'
import { CampaignPatch, CampaignPatchWire, patchFromWire, patchToWire } from './campaign-body.ts'
import { SendErrorCode } from './send.ts'

/** Whom of a campaign a new one is for, by what came of it. */
export const FollowupAudience = {
  failed: 'erros',
  unsent: 'nao_enviados',
  undelivered: 'nao_entregues',
  unread: 'nao_lidos',
  silent: 'sem_resposta',
  replied: 'responderam',
} as const
export type FollowupAudience = (typeof FollowupAudience)[keyof typeof FollowupAudience]

const labels: Readonly<Record<FollowupAudience, string>> = {
  erros: 'erros',
  nao_enviados: 'não enviados',
  nao_entregues: 'não entregues',
  nao_lidos: 'não lidos',
  sem_resposta: 'sem resposta',
  responderam: 'responderam',
}

/** What a campaign's follow-up, and the list of its people, are called at first. */
export function followupName(campaignName: string, audience: FollowupAudience): string {
  const label = ` (${labels[audience]})`
  return `${campaignName.slice(0, NAME_MAX_LENGTH - label.length)}${label}`
}

const audience = z.enum(
  FollowupAudience,
  `O público é ${Object.values(FollowupAudience).join(', ')}.`,
)

/** Failures to take along that are left out otherwise, such as `sem_confirmacao`. */
const included = z.array(SendErrorCode, 'Use uma lista de códigos de erro.').max(20).optional()

const Followup = CampaignPatch.extend({ audience, included })
export type Followup = z.infer<typeof Followup>

/** A campaign's fields that differ from the first one's, and whom the new one is for. */
export const FollowupBody = z.codec(
  CampaignPatchWire.extend({ publico: audience, incluir: included }),
  Followup,
  {
    decode: ({ publico, incluir, ...wire }) => ({
      ...patchFromWire(wire),
      audience: publico,
      included: incluir,
    }),
    encode: ({ audience: publico, included: incluir, ...patch }) => ({
      ...patchToWire(patch),
      publico,
      incluir,
    }),
  },
)

const ResultList = z.object({ audience, included, name: z.string().optional() })
export type ResultList = z.infer<typeof ResultList>

export const ResultListBody = z.codec(
  z.object({
    publico: audience,
    incluir: included,
    name: z
      .string('O nome precisa ser um texto.')
      .trim()
      .max(NAME_MAX_LENGTH, `O nome aceita até ${NAME_MAX_LENGTH} caracteres.`)
      .optional(),
  }),
  ResultList,
  {
    decode: ({ publico, incluir, name }) => ({ audience: publico, included: incluir, name }),
    encode: ({ audience: publico, included: incluir, name }) => ({ publico, incluir, name }),
  },
)

/** Which people a repetition is for. */
export const RetryQuery = z.object({
  scope: z
    .enum(['failed', 'unsent'], 'Use failed ou unsent.')
    .optional()
    .meta({ description: 'failed (padrão): quem deu erro; unsent: a quem nada foi enviado.' }),
})
