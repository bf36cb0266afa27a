import { z } from 'zod'
import { MediaRecord } from './message-record.ts'

/** What stores keep of what arrived for a device and was not handled. */

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

/** Since version 2 of a spool's file. */
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

export const SpooledEventRecord = z.discriminatedUnion('type', [
  ReceiptEvent,
  InboundEvent,
  ChangeEvent,
])
