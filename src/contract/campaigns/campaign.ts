import { z } from 'zod'
import { DESCRIPTION_LENGTH } from '../limits.ts'
import { AnswerFields, AnswersWire, answersFromWire, answersToWire } from './answers.ts'
import { AudienceFields, AudienceWire, audienceFromWire, audienceToWire } from './audience.ts'
import { CampaignCounts, countsOf, deliveryRate, replyRate } from './campaign-counts.ts'
import {
  CampaignMedium,
  MediumWire,
  mediumFromWire,
  mediumToWire,
  templateOf,
} from './campaign-medium.ts'
import { CampaignStatus, campaignDate, WaitReason } from './campaign-status.ts'
import { SendWindow, SendWindowWire, sendHoursFromWire, sendHoursToWire } from './send-window.ts'
import { VariantFields, VariantsWire, variantsFromWire, variantsToWire } from './variants.ts'

export const Wait = z.object({
  reason: z.enum(WaitReason),
  /** When sending continues by itself, where that is known. */
  until: z.iso.datetime().nullable(),
})
export type Wait = z.infer<typeof Wait>

export const Campaign = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  status: z.enum(CampaignStatus),
  instanceName: z.string(),
  deviceId: z.string().nullable(),
  text: z.string(),
  ...VariantFields,
  ...AnswerFields,
  /** Whether the sentence that tells how to leave goes out under the text. */
  hasOptOutFooter: z.boolean().exactOptional(),
  medium: CampaignMedium.nullable(),
  intervalSeconds: z.number(),
  /** Upper end of a drawn interval; null: every interval is `intervalSeconds`. */
  maxIntervalSeconds: z.number().nullable(),
  /** When it may send; none: at any hour. */
  windows: z.array(SendWindow),
  /** IANA name of the zone whose clocks the windows go by. */
  timeZone: z.string(),
  contactListId: z.string().nullable(),
  ...AudienceFields,
  scheduledAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
  /** Why the campaign ended as it did, or was paused, as a Portuguese sentence. */
  endReason: z.string().nullable(),
  /**
   * Moment of the backup that it came back from while people may have been written to since; it
   * stays, so that whoever looks at the results later knows.
   */
  restoredFrom: z.iso.datetime().exactOptional(),
  wait: Wait.nullable(),
  /** Recipients, fixed when the campaign starts. */
  recipientCount: z.int().min(0),
  ...CampaignCounts.shape,
})
export type Campaign = z.infer<typeof Campaign>

const CampaignWire = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  status: z.enum(CampaignStatus),
  date: z.iso.datetime(),
  template: z.string(),
  nome_da_instancia: z.string(),
  device_id: z.string().nullable(),
  texto: z.string(),
  ...VariantsWire.shape,
  ...AnswersWire.shape,
  rodape_saida: z.boolean().exactOptional(),
  ...MediumWire.shape,
  delay: z.number(),
  delay_max: z.number().nullable(),
  /** Left out where it may send at any hour. */
  janelas: z.array(SendWindowWire).optional(),
  fuso: z.string().optional(),
  contatos: z.string().nullable(),
  ...AudienceWire.shape,
  data_de_envio: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  started_at: z.iso.datetime().nullable(),
  finished_at: z.iso.datetime().nullable(),
  motivo: z.string().nullable(),
  restaurada_de: z.iso.datetime().exactOptional(),
  espera: z.object({ motivo: z.enum(WaitReason), ate: z.iso.datetime().nullable() }).nullable(),
  ...CampaignCounts.shape,
  messages: z.int().min(0),
  /** Percent of accepted messages that reached the phone, 0 to 100. */
  deliveryRate: z.number(),
  /** Percent of accepted messages that were answered, 0 to 100. */
  replyRate: z.number(),
})

export const CampaignJson = z.codec(CampaignWire, Campaign, {
  decode: (wire) => ({
    id: wire.id,
    name: wire.name,
    description: wire.description,
    status: wire.status,
    instanceName: wire.nome_da_instancia,
    deviceId: wire.device_id,
    text: wire.texto,
    ...variantsFromWire(wire),
    ...answersFromWire(wire),
    ...(wire.rodape_saida && { hasOptOutFooter: true }),
    medium: mediumFromWire(wire),
    intervalSeconds: wire.delay,
    maxIntervalSeconds: wire.delay_max,
    ...sendHoursFromWire(wire),
    contactListId: wire.contatos,
    ...audienceFromWire(wire),
    scheduledAt: wire.data_de_envio,
    createdAt: wire.created_at,
    updatedAt: wire.updated_at,
    startedAt: wire.started_at,
    finishedAt: wire.finished_at,
    endReason: wire.motivo,
    ...(wire.restaurada_de !== undefined && { restoredFrom: wire.restaurada_de }),
    wait: wire.espera && { reason: wire.espera.motivo, until: wire.espera.ate },
    recipientCount: wire.messages,
    ...countsOf(wire),
  }),
  encode: (campaign) => toCampaignWire(campaign),
})
export const CampaignsJson = z.array(CampaignJson)

/**
 * Encodes campaigns known to be valid: checking thousands of them takes longer than all the rest.
 */
export function toCampaignWire(campaign: Campaign): z.output<typeof CampaignWire> {
  return {
    id: campaign.id,
    name: campaign.name,
    description: campaign.description,
    status: campaign.status,
    date: campaignDate(campaign),
    template: templateOf(campaign),
    nome_da_instancia: campaign.instanceName,
    device_id: campaign.deviceId,
    texto: campaign.text,
    ...variantsToWire(campaign),
    ...answersToWire(campaign),
    ...(campaign.hasOptOutFooter && { rodape_saida: true }),
    ...mediumToWire(campaign.medium),
    delay: campaign.intervalSeconds,
    delay_max: campaign.maxIntervalSeconds,
    ...sendHoursToWire(campaign),
    contatos: campaign.contactListId,
    ...audienceToWire(campaign),
    data_de_envio: campaign.scheduledAt,
    created_at: campaign.createdAt,
    updated_at: campaign.updatedAt,
    started_at: campaign.startedAt,
    finished_at: campaign.finishedAt,
    motivo: campaign.endReason,
    ...(campaign.restoredFrom !== undefined && { restaurada_de: campaign.restoredFrom }),
    espera: campaign.wait && { motivo: campaign.wait.reason, ate: campaign.wait.until },
    ...countsOf(campaign),
    messages: campaign.recipientCount,
    deliveryRate: deliveryRate(campaign),
    replyRate: replyRate(campaign),
  }
}

/**
 * Makes a description from the first characters of the text, in the middle of a word if need be.
 */
export function describe(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ')
  return [...line].slice(0, DESCRIPTION_LENGTH).join('').trimEnd()
}
