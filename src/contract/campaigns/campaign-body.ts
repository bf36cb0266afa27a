import { z } from 'zod'
import type { FieldError } from '../error-json.ts'
import { Instant } from '../instant.ts'
import { MAX_INTERVAL_SECONDS, NAME_MAX_LENGTH, TEXT_MAX_LENGTH } from '../limits.ts'
import {
  AttachmentInput,
  AttachmentWire,
  attachmentFromWire,
  attachmentToWire,
} from '../uploads/attachment-input.ts'
import {
  AudienceExclusion,
  ContactFilter,
  ExclusionJson,
  FiltersIn,
  ListIdsIn,
} from './audience.ts'
import type { Campaign } from './campaign.ts'
import { CampaignStatus } from './campaign-status.ts'
import {
  SendWindow,
  SendWindowsInput,
  TimeZoneInput,
  toSendWindow,
  toSendWindowWire,
} from './send-window.ts'
import { VariantsIn } from './variant-input.ts'

/** What a caller may send about a campaign: everything to create it, parts to change it. */

export const intervalInput = z
  .number('O intervalo precisa ser um número de segundos.')
  .min(0, 'O intervalo não pode ser negativo.')
  .max(MAX_INTERVAL_SECONDS, 'O intervalo não pode passar de um dia.')

const inputFields = {
  name: z
    .string('Informe o nome da campanha.')
    .trim()
    .min(1, 'Informe o nome da campanha.')
    .max(NAME_MAX_LENGTH, `O nome aceita até ${NAME_MAX_LENGTH} caracteres.`),
  description: z.string().trim().max(1_000, 'A descrição é longa demais.').nullish(),
  texto: z
    .string('O texto precisa ser um texto.')
    .max(TEXT_MAX_LENGTH, `O texto aceita até ${TEXT_MAX_LENGTH} caracteres.`)
    .nullish(),
  variantes: VariantsIn.nullish(),
  /** Adds the sentence that tells how to leave. */
  rodape_saida: z.boolean('Use true ou false.').nullish(),
  imagem: z.string().max(2_000).nullish(),
  /** A file of another kind, instead of `imagem`. */
  anexo: AttachmentWire.nullish(),
  data_de_envio: Instant.nullish(),
  contatos: z.string('Escolha uma lista de contatos.').max(100).nullish(),
  listas: ListIdsIn.nullish(),
  filtro: FiltersIn.nullish(),
  excluir: ExclusionJson.nullish(),
  delay: intervalInput.optional(),
  delay_max: intervalInput.nullish(),
  janelas: SendWindowsInput.nullish(),
  fuso: TimeZoneInput.nullish(),
  status: z
    .enum(
      [CampaignStatus.draft, CampaignStatus.scheduled, CampaignStatus.immediate],
      'O status de uma campanha nova é Rascunho, Agendada ou Imediata.',
    )
    .optional(),
  device_id: z.string('Escolha uma conexão.').max(64).nullish(),
  nome_da_instancia: z.string().max(NAME_MAX_LENGTH).nullish(),
  apikey_da_instancia: z.string().max(500).nullish(),
}

const CampaignInputWire = z.object(inputFields)

/** A campaign's fields as the caller sent them: `undefined` was left out, `null` was emptied. */
const CampaignInput = z.object({
  name: z.string(),
  description: z.string().nullish(),
  text: z.string().nullish(),
  variants: z.array(z.string()).nullish(),
  hasOptOutFooter: z.boolean().nullish(),
  imageUrl: z.string().nullish(),
  attachment: AttachmentInput.nullish(),
  scheduledAt: z.iso.datetime().nullish(),
  contactListId: z.string().nullish(),
  moreListIds: z.array(z.string()).nullish(),
  filters: z.array(ContactFilter).nullish(),
  exclusion: AudienceExclusion.nullish(),
  intervalSeconds: z.number().optional(),
  maxIntervalSeconds: z.number().nullish(),
  windows: z.array(SendWindow).nullish(),
  timeZone: z.string().nullish(),
  status: inputFields.status,
  deviceId: z.string().nullish(),
  instanceName: z.string().nullish(),
})

export const CampaignPatchWire = CampaignInputWire.partial()
export const CampaignPatch = CampaignInput.partial()
export type CampaignPatch = z.infer<typeof CampaignPatch>
export type CampaignInput = z.infer<typeof CampaignInput>

export function patchFromWire(wire: z.output<typeof CampaignPatchWire>): CampaignPatch {
  const { texto, imagem, data_de_envio, contatos, delay, delay_max, device_id, ...same } = wire
  const { nome_da_instancia, apikey_da_instancia: _, rodape_saida, janelas, fuso, ...others } = same
  const { listas, filtro, excluir, variantes, anexo, ...rest } = others
  return {
    ...rest,
    text: texto,
    variants: variantes,
    hasOptOutFooter: rodape_saida,
    imageUrl: imagem,
    attachment: anexo && attachmentFromWire(anexo),
    scheduledAt: data_de_envio,
    contactListId: contatos,
    moreListIds: listas,
    filters: filtro,
    exclusion: excluir,
    intervalSeconds: delay,
    maxIntervalSeconds: delay_max,
    windows: janelas ? janelas.map(toSendWindow) : janelas,
    timeZone: fuso,
    deviceId: device_id,
    instanceName: nome_da_instancia,
  }
}

export function patchToWire(patch: CampaignPatch): z.output<typeof CampaignPatchWire> {
  return {
    name: patch.name,
    description: patch.description,
    status: patch.status,
    texto: patch.text,
    variantes: patch.variants,
    rodape_saida: patch.hasOptOutFooter,
    imagem: patch.imageUrl,
    anexo: patch.attachment && attachmentToWire(patch.attachment),
    data_de_envio: patch.scheduledAt,
    contatos: patch.contactListId,
    listas: patch.moreListIds,
    filtro: patch.filters,
    excluir: patch.exclusion,
    delay: patch.intervalSeconds,
    delay_max: patch.maxIntervalSeconds,
    janelas: patch.windows ? patch.windows.map(toSendWindowWire) : patch.windows,
    fuso: patch.timeZone,
    device_id: patch.deviceId,
    nome_da_instancia: patch.instanceName,
  }
}

export const CampaignBody = z.codec(CampaignInputWire, CampaignInput, {
  decode: (wire) => ({ ...patchFromWire(wire), name: wire.name }),
  encode: (input) => ({ ...patchToWire(input), name: input.name }),
})

export const CampaignPatchBody = z.codec(CampaignPatchWire, CampaignPatch, {
  decode: patchFromWire,
  encode: patchToWire,
})

/** Lists the fields a campaign lacks before it can be sent; a draft needs only a name. */
export function missingFields(
  plan: Pick<
    Campaign,
    | 'name'
    | 'status'
    | 'deviceId'
    | 'text'
    | 'variants'
    | 'contactListId'
    | 'intervalSeconds'
    | 'maxIntervalSeconds'
  >,
): FieldError[] {
  const isDraft = plan.status === CampaignStatus.draft
  const checks = [
    { path: 'name', message: 'Informe o nome da campanha.', isMissing: plan.name === '' },
    {
      path: 'device_id',
      message: 'Escolha uma conexão de WhatsApp.',
      isMissing: !isDraft && plan.deviceId === null,
    },
    {
      path: 'texto',
      message: 'Escreva o texto da mensagem.',
      isMissing: !isDraft && plan.text.trim() === '',
    },
    ...(plan.variants ?? []).map((text, place) => ({
      path: `variantes.${place}`,
      message: `Escreva o texto da variação ${place + 2}, ou remova-a.`,
      isMissing: !isDraft && text.trim() === '',
    })),
    {
      path: 'contatos',
      message: 'Escolha uma lista de contatos.',
      isMissing: !isDraft && plan.contactListId === null,
    },
    {
      path: 'delay_max',
      message: 'O intervalo máximo não pode ser menor que o intervalo.',
      isMissing: plan.maxIntervalSeconds !== null && plan.maxIntervalSeconds < plan.intervalSeconds,
    },
  ]
  return checks.filter(({ isMissing }) => isMissing).map(({ path, message }) => ({ path, message }))
}
