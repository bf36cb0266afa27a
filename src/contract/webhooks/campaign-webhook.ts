import { z } from 'zod'
import { DeliveryJson, WebhookEventName } from '../gateways/delivery.ts'
import { DeliveryAttemptJson } from '../gateways/delivery-attempt.ts'
import { HttpUrl } from '../gateways/gateway.ts'
import { CampaignEventName } from './campaign-event.ts'
import { TEST_EVENT } from './campaign-event-names.ts'
import { KeptHours, WebhookSecret } from './webhook-secret.ts'

/** A user's own webhooks, which get the events of campaigns. */

const EventNames = z
  .array(CampaignEventName, 'Escolha os eventos.')
  .min(1, 'Escolha ao menos um evento.')
  .max(100, 'São eventos demais.')
  .transform((names) => [...new Set(names)])

export const WebhookBody = z.object({
  url: HttpUrl,
  eventos: EventNames,
  /** Left out: one is drawn. */
  segredo: WebhookSecret.nullish(),
})
export type WebhookBody = z.output<typeof WebhookBody>

/** What is left out stays as it is. */
export const WebhookPatchBody = z.object({
  url: HttpUrl.optional(),
  eventos: EventNames.optional(),
  ativo: z.boolean('Use true ou false.').optional(),
  /** Null: another one is drawn. */
  segredo: WebhookSecret.nullable().optional(),
  /** Hours for which the secret that is replaced signs as well; left out: none. */
  manter_horas: KeptHours.optional(),
})
export type WebhookPatchBody = z.output<typeof WebhookPatchBody>

export const CampaignWebhook = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(CampaignEventName),
  isActive: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** Only in the answer of the call that made it. */
  secret: z.string().exactOptional(),
  /** Until when the secret that was replaced signs as well. */
  oldSecretUntil: z.iso.datetime().exactOptional(),
})
export type CampaignWebhook = z.infer<typeof CampaignWebhook>

const CampaignWebhookWire = z.object({
  id: z.string(),
  url: z.string(),
  eventos: z.array(CampaignEventName),
  ativo: z.boolean(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  segredo: z.string().exactOptional(),
  segredo_anterior_ate: z.iso.datetime().exactOptional(),
})

export const CampaignWebhookJson = z.codec(CampaignWebhookWire, CampaignWebhook, {
  decode: ({ id, url, eventos, ativo, created_at, updated_at, segredo, segredo_anterior_ate }) => ({
    ...{ id, url, events: eventos, isActive: ativo, createdAt: created_at, updatedAt: updated_at },
    ...(segredo !== undefined && { secret: segredo }),
    ...(segredo_anterior_ate !== undefined && { oldSecretUntil: segredo_anterior_ate }),
  }),
  encode: ({ id, url, events, isActive, createdAt, updatedAt, secret, oldSecretUntil }) => ({
    ...{ id, url, eventos: events, ativo: isActive, created_at: createdAt, updated_at: updatedAt },
    ...(secret !== undefined && { segredo: secret }),
    ...(oldSecretUntil !== undefined && { segredo_anterior_ate: oldSecretUntil }),
  }),
})

export const WebhooksJson = z.object({
  /** Where this server's own gateway posts its events. */
  url: z.string(),
  webhooks: z.array(CampaignWebhookJson),
})

/** Id and time of the body that was shown before the test; left out: new ones. */
const testFields = {
  id: z
    .string()
    .regex(/^teste-[A-Za-z0-9-]{1,64}$/, 'O id de um teste começa com "teste-".')
    .optional(),
  timestamp: z.iso.datetime('Informe uma data em UTC.').optional(),
}

/** Which event is tried out. */
export const WebhookTestBody = z.object({
  /** Left out: an event that is nothing but a test. */
  evento: z.enum([TEST_EVENT, ...CampaignEventName.options]).default(TEST_EVENT),
  ...testFields,
})
export type WebhookTest = z.output<typeof WebhookTestBody>

/** What a receiver answered to an event that was only a test. */
export const WebhookTestJson = z.object({
  entregue: z.boolean(),
  /** Null where there was no answer. */
  http_status: z.int().nullable(),
  /** Why it did not arrive; null where it did. */
  erro: z.string().nullable(),
  /** What was sent, byte by byte; that of an instance without what is secret in it. */
  corpo: z.string(),
  tentativa: DeliveryAttemptJson,
})
export type WebhookTestJson = z.output<typeof WebhookTestJson>

/** Which event of an instance its webhook is tried out with. */
export const InstanceTestBody = z.object({
  evento: WebhookEventName.default('messages.upsert'),
  ...testFields,
})
export type InstanceTest = z.output<typeof InstanceTestBody>

/** What a test would send. */
export const InstanceSampleJson = z.object({
  id: z.string(),
  timestamp: z.iso.datetime(),
  /** As deliveries show it: without the instance's token. */
  corpo: z.string(),
})
export type InstanceSample = z.output<typeof InstanceSampleJson>

export const WebhookDeliveriesJson = z.array(DeliveryJson)

const ID_PREFIX = 'webhook_'

export function newWebhookId(unique: string): string {
  return `${ID_PREFIX}${unique}`
}

/** Whether an outbox is one of these webhooks': an instance's may have any other name. */
export function isWebhookId(name: string): boolean {
  return /^webhook_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name)
}
