import { z } from 'zod'
import { CampaignCounts } from '../campaigns/campaign-counts.ts'
import { CampaignStatus } from '../campaigns/campaign-status.ts'
import { OptOutJson } from '../optouts/opt-out.ts'
import type { CampaignEventName } from './campaign-event.ts'
import { CampaignEvent, TEST_EVENT } from './campaign-event-names.ts'

/** What webhooks are posted, by the names that the rest of the interface uses. */

const { sentCount, deliveredCount, readCount, errorCount, replyCount } = CampaignCounts.shape
const counts = { sentCount, deliveredCount, readCount, errorCount, replyCount }

export const CampaignData = z.object({
  campaign_id: z.string(),
  name: z.string(),
  status: z.enum(CampaignStatus),
  /** Why it ended so, or was paused. */
  motivo: z.string().nullable(),
  device_id: z.string().nullable(),
  nome_da_instancia: z.string(),
  messages: z.int().min(0),
  ...counts,
  started_at: z.iso.datetime().nullable(),
  finished_at: z.iso.datetime().nullable(),
})

export const SendFailureData = z.object({
  campaign_id: z.string(),
  contato: z.string(),
  nome: z.string(),
  erro: z.string(),
  erro_codigo: z.string(),
  data_envio: z.iso.datetime(),
  /** Id of our message, where one was made. */
  message_id: z.string(),
  device_id: z.string(),
})

export const ReplyData = z.object({
  campaign_id: z.string(),
  contato: z.string(),
  nome: z.string(),
  /** The first 300 characters. */
  resposta: z.string(),
  /** Whether it is the person's first answer to this campaign, the one that counts. */
  primeira: z.boolean(),
  replied_at: z.iso.datetime(),
  /** Id of the person's message. */
  message_id: z.string(),
  device_id: z.string(),
})

const connection = {
  device_id: z.string(),
  connection_name: z.string(),
  phone: z.string().nullable(),
}

export const RestrictionData = z.object({
  ...connection,
  restricao: z.object({
    tipo: z.string(),
    ate: z.iso.datetime().nullable(),
    desde: z.iso.datetime(),
  }),
  motivo: z.string(),
})

export const ConnectionData = z.object({
  ...connection,
  /** Why the connection was lost; null where no reason is known, and where it is back. */
  motivo: z.string().nullable(),
  at: z.iso.datetime(),
})

export const TestData = z.object({ mensagem: z.string() })

type EventData = {
  readonly [CampaignEvent.started]: z.output<typeof CampaignData>
  readonly [CampaignEvent.paused]: z.output<typeof CampaignData>
  readonly [CampaignEvent.ended]: z.output<typeof CampaignData>
  readonly [CampaignEvent.sendFailed]: z.output<typeof SendFailureData>
  readonly [CampaignEvent.reply]: z.output<typeof ReplyData>
  readonly [CampaignEvent.optOut]: z.input<typeof OptOutJson>
  readonly [CampaignEvent.restricted]: z.output<typeof RestrictionData>
  readonly [CampaignEvent.connectionLost]: z.output<typeof ConnectionData>
  readonly [CampaignEvent.connectionBack]: z.output<typeof ConnectionData>
}

/** One event with its data. */
export type CampaignEventWithData = {
  [Name in CampaignEventName]: { readonly event: Name; readonly data: EventData[Name] }
}[CampaignEventName]

/** A body as it is posted, byte by byte. */
export function campaignEventText(event: {
  readonly id: string
  readonly type: string
  readonly timestamp: string
  readonly data: unknown
}): string {
  const { id, type, timestamp, data } = event
  return JSON.stringify({ id, type, timestamp, data })
}

/** The data of each event, for the document of the interface. */
export const eventDataSchemas: Readonly<Record<CampaignEventName | typeof TEST_EVENT, z.ZodType>> =
  {
    [CampaignEvent.started]: CampaignData,
    [CampaignEvent.paused]: CampaignData,
    [CampaignEvent.ended]: CampaignData,
    [CampaignEvent.sendFailed]: SendFailureData,
    [CampaignEvent.reply]: ReplyData,
    [CampaignEvent.optOut]: OptOutJson,
    [CampaignEvent.restricted]: RestrictionData,
    [CampaignEvent.connectionLost]: ConnectionData,
    [CampaignEvent.connectionBack]: ConnectionData,
    [TEST_EVENT]: TestData,
  }

/** Body of a delivery: what Standard Webhooks proposes, and the event's id once more. */
export function webhookEnvelope(type: string, data: z.ZodType) {
  return z.object({
    /** The same at every attempt; also in the header `webhook-id`. */
    id: z.string(),
    type: z.literal(type),
    timestamp: z.iso.datetime(),
    data,
  })
}
