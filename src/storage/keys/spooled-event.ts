import { z } from 'zod'
import { MediaRecord } from '../../contract/messages/message-record.ts'
import type { SpooledEvent } from '../../domain/devices/spool.ts'

/** The lines of a spool: events under their numbers, and the numbers of those that were handled. */

const ReceiptEvent = z.object({
  type: z.literal('receipt'),
  key: z.string(),
  messageIds: z.array(z.string()),
  kind: z.enum(['delivered', 'read', 'undeliverable']),
  at: z.string(),
})

const InboundEvent = z.object({
  type: z.literal('inbound'),
  key: z.string(),
  message: z.object({
    messageId: z.string(),
    chatJid: z.string(),
    lid: z.string().nullable(),
    phone: z.string().nullable(),
    pushName: z.string(),
    fromMe: z.boolean(),
    text: z.string(),
    kind: z.string(),
    sentAt: z.string(),
    remoteJid: z.string(),
    participant: z.string(),
    content: z.record(z.string(), z.unknown()),
    media: MediaRecord.nullable(),
  }),
})

/** Since version 2 of the file. */
const ChangeEvent = z.object({
  type: z.literal('message_change'),
  key: z.string(),
  change: z.object({
    messageId: z.string(),
    changedId: z.string(),
    chatJid: z.string(),
    lid: z.string().nullable(),
    phone: z.string().nullable(),
    fromMe: z.boolean(),
    text: z.string().nullable(),
    sentAt: z.string(),
    remoteJid: z.string(),
    participant: z.string(),
    content: z.record(z.string(), z.unknown()),
  }),
})

const Event: z.ZodType<SpooledEvent> = z.discriminatedUnion('type', [
  ReceiptEvent,
  InboundEvent,
  ChangeEvent,
])

/** Reads an event as some store has kept it; `undefined` where it is none. */
export function readSpooledEvent(value: unknown): SpooledEvent | undefined {
  return Event.safeParse(value).data
}

export const AddedLine = z.object({ number: z.int().min(1), event: Event })
export const HandledLine = z.object({ handled: z.array(z.int().min(1)) })
