import { z } from 'zod'
import { Delivery, OutboxEventName } from '../../contract/gateways/delivery.ts'
import { DeliveryAttempt } from '../../contract/gateways/delivery-attempt.ts'
import { MediaRecord } from '../../contract/messages/message-record.ts'
import type { DeliveryChange, OutboxEvent } from '../../domain/webhooks/webhook-outbox-store.ts'
import { type FileFormat, unchanged } from '../files/file-format.ts'

export const eventsFormat: FileFormat = { name: 'outbox-events', migrations: [unchanged] }
export const deadLettersFormat: FileFormat = {
  name: 'outbox-dead-letters',
  migrations: [unchanged],
}

/** Schemas of an outbox's lines, checked when they are read. */

export const EventLine: z.ZodType<OutboxEvent> = z.object({
  id: z.string(),
  event: OutboxEventName,
  createdAt: z.iso.datetime(),
  data: z.unknown(),
  media: MediaRecord.nullable(),
})

/** A change of a delivery, and its new attempts. */
export const ChangeLine: z.ZodType<NotedChange> = Delivery.omit({
  instance: true,
  event: true,
  createdAt: true,
  about: true,
}).extend({
  /** Absent from lines of earlier versions. */
  attempts: z.array(DeliveryAttempt).exactOptional(),
})
export type NotedChange = DeliveryChange & { readonly attempts?: readonly DeliveryAttempt[] }
