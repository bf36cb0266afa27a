import { z } from 'zod'
import { CampaignEventName } from '../webhooks/campaign-event.ts'

/** Events that `evolution` posts to webhooks, as their bodies name them. */
export const WebhookEventName = z.enum([
  'call',
  'chats.set',
  'chats.upsert',
  'chats.update',
  'contacts.upsert',
  'contacts.update',
  'connection.update',
  'qrcode.updated',
  'messages.upsert',
  'messages.edited',
  'messages.update',
  'messages.delete',
  'send.message',
  'send.message.update',
  'presence.update',
  'groups.upsert',
  'groups.update',
  'group-participants.update',
  'instance.create',
  'instance.delete',
  'status.instance',
  'logout.instance',
  'remove.instance',
])
export type WebhookEventName = z.infer<typeof WebhookEventName>

/** Of an instance's webhook, or of one for what becomes of campaigns. */
export const OutboxEventName = z.enum([...WebhookEventName.options, ...CampaignEventName.options])
export type OutboxEventName = z.infer<typeof OutboxEventName>

export const DeliveryStatus = z.enum(['waiting', 'delivered', 'dead'])

/** One event for a webhook, and how its delivery goes. */
export const Delivery = z.object({
  /** Sent with every attempt, so that a receiver recognises an event it already has. */
  id: z.string(),
  /** The instance, or the id of a webhook for what becomes of campaigns. */
  instance: z.string(),
  event: OutboxEventName,
  /** Whom or what it is about, for people: a name, and a phone. */
  about: z.string().exactOptional(),
  /** Address of the last attempt, without what may be secret; null before the first attempt. */
  url: z.string().nullable(),
  status: DeliveryStatus,
  attemptCount: z.int().min(0),
  /** The last failure as a sentence for the owner; null where nothing went wrong. */
  lastError: z.string().nullable(),
  httpStatus: z.int().nullable(),
  createdAt: z.iso.datetime(),
  deliveredAt: z.iso.datetime().nullable(),
  /** When the next attempt is due; null where none will be made automatically. */
  nextAttemptAt: z.iso.datetime().nullable(),
})
export type Delivery = z.infer<typeof Delivery>

const DeliveryWire = z.object({
  id: z.string(),
  instance: z.string(),
  event: OutboxEventName,
  about: z.string().exactOptional(),
  url: z.string().nullable(),
  status: DeliveryStatus,
  attempts: z.int().min(0),
  last_error: z.string().nullable(),
  http_status: z.int().nullable(),
  created_at: z.iso.datetime(),
  delivered_at: z.iso.datetime().nullable(),
  next_attempt_at: z.iso.datetime().nullable(),
})

export const DeliveryJson = z.codec(DeliveryWire, Delivery, {
  decode: ({
    attempts,
    last_error,
    http_status,
    created_at,
    delivered_at,
    next_attempt_at,
    ...same
  }) => ({
    ...same,
    attemptCount: attempts,
    lastError: last_error,
    httpStatus: http_status,
    createdAt: created_at,
    deliveredAt: delivered_at,
    nextAttemptAt: next_attempt_at,
  }),
  encode: ({
    attemptCount,
    lastError,
    httpStatus,
    createdAt,
    deliveredAt,
    nextAttemptAt,
    ...same
  }) => ({
    ...same,
    attempts: attemptCount,
    last_error: lastError,
    http_status: httpStatus,
    created_at: createdAt,
    delivered_at: deliveredAt,
    next_attempt_at: nextAttemptAt,
  }),
})
export const DeliveriesJson = z.array(DeliveryJson)
