import { z } from 'zod'
import { GatewayId, InstanceName } from '../gateways/gateway.ts'
import { CHAT_MESSAGES_LIMIT, PAGE_LIMIT_MAX } from '../limits.ts'
import { pageLimit } from '../query-numbers.ts'
import { fileFromWire, fileToWire, MessageFile, MessageFileWire } from './message-file.ts'
import { SharedContact, SharedPlace } from './message-share.ts'
import { SentStatus } from './sent-status.ts'
import { edgeFields, edgeOf } from './thread-edge.ts'

/** The kind of a message that was noted in a chat, and sent to nobody. */
export const NOTE_TYPE = 'note'

/** What its writer made of a message later. */
export const ChangeKind = z.enum(['edited', 'taken_back'])
export type ChangeKind = z.infer<typeof ChangeKind>

/** A message from a gateway, as it is kept and shown. */
export const WebhookMessage = z.object({
  id: z.string(),
  gatewayId: z.string(),
  instance: z.string(),
  remoteJid: z.string(),
  pushName: z.string().nullable(),
  content: z.string(),
  /** The gateway's name for the kind, such as `conversation` or `imageMessage`. */
  type: z.string(),
  isFromMe: z.boolean(),
  /** Epoch seconds. */
  sentAtSeconds: z.int().min(0),
  /** How far a message that the instance sent has come; null where that is not known. */
  status: SentStatus.nullable(),
  /** A small JPEG of a medium as base64; null where there is none. */
  thumbnail: z.string().nullable(),
  /** Absent where it has none, or nothing is known of it. */
  file: MessageFile.optional(),
  place: SharedPlace.optional(),
  contacts: z.array(SharedContact).optional(),
  /** The campaign that sent it; its name is null once it was deleted. */
  campaign: z.object({ id: z.string(), name: z.string().nullable() }).optional(),
  /** Absent where it stands as it was written. */
  change: ChangeKind.optional(),
})
export type WebhookMessage = z.infer<typeof WebhookMessage>

const WebhookMessageWire = z.object({
  id: z.string(),
  evolution_id: z.string(),
  instance: z.string(),
  remote_jid: z.string(),
  push_name: z.string().nullable(),
  message_content: z.string(),
  message_type: z.string(),
  from_me: z.boolean(),
  message_timestamp: z.int().min(0),
  status: SentStatus.nullable(),
  thumbnail: z.string().nullable(),
  /** Only in messages with a file. */
  file: MessageFileWire.optional(),
  /** Only in messages that share a place. */
  location: SharedPlace.optional(),
  /** Only in messages that share people's numbers. */
  contacts: z.array(SharedContact).optional(),
  /** Only in messages that a campaign sent. */
  campanha: z.object({ id: z.string(), name: z.string().nullable() }).optional(),
  /** Only in messages that were edited or taken back by who wrote them. */
  change: ChangeKind.optional(),
})

export const WebhookMessageJson = z.codec(WebhookMessageWire, WebhookMessage, {
  decode: (wire) => ({
    id: wire.id,
    gatewayId: wire.evolution_id,
    instance: wire.instance,
    remoteJid: wire.remote_jid,
    pushName: wire.push_name,
    content: wire.message_content,
    type: wire.message_type,
    isFromMe: wire.from_me,
    sentAtSeconds: wire.message_timestamp,
    status: wire.status,
    thumbnail: wire.thumbnail,
    ...(wire.file && { file: fileFromWire(wire.file) }),
    ...(wire.location && { place: wire.location }),
    ...(wire.contacts && { contacts: wire.contacts }),
    ...(wire.campanha && { campaign: wire.campanha }),
    ...(wire.change && { change: wire.change }),
  }),
  encode: (message) => ({
    id: message.id,
    evolution_id: message.gatewayId,
    instance: message.instance,
    remote_jid: message.remoteJid,
    push_name: message.pushName,
    message_content: message.content,
    message_type: message.type,
    from_me: message.isFromMe,
    message_timestamp: message.sentAtSeconds,
    status: message.status,
    thumbnail: message.thumbnail,
    ...(message.file && { file: fileToWire(message.file) }),
    ...(message.place && { location: message.place }),
    ...(message.contacts && { contacts: message.contacts }),
    ...(message.campaign && { campanha: message.campaign }),
    ...(message.change && { change: message.change }),
  }),
})
export const WebhookMessagesJson = z.array(WebhookMessageJson)

/** A chat of an instance, with one person. */
export const ChatContact = z.object({
  remoteJid: z.string(),
  pushName: z.string().nullable(),
  /** The beginning of the newest message. */
  lastMessage: z.string(),
  lastAtSeconds: z.int().min(0),
})
export type ChatContact = z.infer<typeof ChatContact>

const ChatContactWire = z.object({
  remote_jid: z.string(),
  push_name: z.string().nullable(),
  last_message: z.string(),
  message_timestamp: z.int().min(0),
})

export const ChatContactJson = z.codec(ChatContactWire, ChatContact, {
  decode: ({ remote_jid, push_name, last_message, message_timestamp }) => ({
    remoteJid: remote_jid,
    pushName: push_name,
    lastMessage: last_message,
    lastAtSeconds: message_timestamp,
  }),
  encode: ({ remoteJid, pushName, lastMessage, lastAtSeconds }) => ({
    remote_jid: remoteJid,
    push_name: pushName,
    last_message: lastMessage,
    message_timestamp: lastAtSeconds,
  }),
})
export const ChatContactsJson = z.array(ChatContactJson)
export const InstanceNamesJson = z.array(z.string())

const instanceFields = { instance: InstanceName, evolution_id: GatewayId.optional() }

export const ChatContactsQuery = z
  .object(instanceFields)
  .transform(({ instance, evolution_id }) => ({ instance, gatewayId: evolution_id }))

export const WebhookMessagesQuery = z
  .object({
    ...instanceFields,
    /** Left out: messages of all chats. */
    remote_jid: z.string().min(1).max(200).optional(),
    limit: pageLimit(PAGE_LIMIT_MAX).default(CHAT_MESSAGES_LIMIT),
    ...edgeFields,
  })
  .transform(({ instance, evolution_id, remote_jid, limit, ...edges }) => ({
    instance,
    gatewayId: evolution_id,
    remoteJid: remote_jid,
    limit,
    edge: edgeOf(edges),
  }))

/**
 * The body of a gateway's webhook call. Versions arrange it differently, so that only an object is
 * required here; `chat-event.ts` knows the shapes.
 */
export const WebhookBody = z.record(z.string(), z.unknown())
/** `stored` is how many messages were new. */
export const ReceivedJson = z.object({ stored: z.int() })
