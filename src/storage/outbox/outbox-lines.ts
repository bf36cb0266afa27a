import { z } from 'zod'
import { Delivery, OutboxEventName } from '../../contract/gateways/delivery.ts'
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

export const ChangeLine: z.ZodType<DeliveryChange> = Delivery.omit({
  instance: true,
  event: true,
  createdAt: true,
})
