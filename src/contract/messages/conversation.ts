import { z } from 'zod'
import { GatewayId, InstanceName } from '../gateways/gateway.ts'
import { TEXT_MAX_LENGTH } from '../limits.ts'
import { SentStatus } from './sent-status.ts'

/** A chat of one instance as the inbox shows it. */
export const Conversation = z.object({
  gatewayId: z.string(),
  instance: z.string(),
  remoteJid: z.string(),
  /** The name in the user's contact lists, by the chat's phone. */
  contactName: z.string().nullable(),
  /** The name the person goes by on WhatsApp. */
  pushName: z.string().nullable(),
  /** The beginning of the newest message. */
  lastMessage: z.string(),
  /** The gateway's name for its kind; `note` for a note. */
  lastType: z.string(),
  isLastFromMe: z.boolean(),
  /** How far it has come; null where it came in, and where the list does not know. */
  lastStatus: SentStatus.nullable(),
  /** Epoch seconds. */
  lastAtSeconds: z.int().min(0),
  /** Messages that came in since the chat was last opened. */
  unreadCount: z.int().min(0),
  /** The person gets no campaigns any more. */
  isOptedOut: z.boolean(),
})
export type Conversation = z.infer<typeof Conversation>

const ConversationWire = z.object({
  evolution_id: z.string(),
  instance: z.string(),
  remote_jid: z.string(),
  contact_name: z.string().nullable(),
  push_name: z.string().nullable(),
  last_message: z.string(),
  last_type: z.string(),
  last_from_me: z.boolean(),
  last_status: SentStatus.nullable(),
  message_timestamp: z.int().min(0),
  unread: z.int().min(0),
  opted_out: z.boolean(),
})

const ConversationJson = z.codec(ConversationWire, Conversation, {
  decode: (wire) => ({
    gatewayId: wire.evolution_id,
    instance: wire.instance,
    remoteJid: wire.remote_jid,
    contactName: wire.contact_name,
    pushName: wire.push_name,
    lastMessage: wire.last_message,
    lastType: wire.last_type,
    isLastFromMe: wire.last_from_me,
    lastStatus: wire.last_status,
    lastAtSeconds: wire.message_timestamp,
    unreadCount: wire.unread,
    isOptedOut: wire.opted_out,
  }),
  encode: toConversationWire,
})

/** The JSON of a conversation that is known to be valid. */
export function toConversationWire(chat: Conversation): z.infer<typeof ConversationWire> {
  return {
    evolution_id: chat.gatewayId,
    instance: chat.instance,
    remote_jid: chat.remoteJid,
    contact_name: chat.contactName,
    push_name: chat.pushName,
    last_message: chat.lastMessage,
    last_type: chat.lastType,
    last_from_me: chat.isLastFromMe,
    last_status: chat.lastStatus,
    message_timestamp: chat.lastAtSeconds,
    unread: chat.unreadCount,
    opted_out: chat.isOptedOut,
  }
}

export const ConversationsJson = z.array(ConversationJson)

/** Which chats are listed; without an instance those of all instances of all gateways. */
export const ConversationsQuery = z
  .object({ instance: InstanceName.optional(), evolution_id: GatewayId.optional() })
  .transform(({ instance, evolution_id }) => ({ instance, gatewayId: evolution_id }))

/** The fields that name a chat. */
export const chatFields = {
  instance: InstanceName,
  evolution_id: GatewayId.optional(),
  remote_jid: z
    .string('Informe a conversa.')
    .min(1, 'Informe a conversa.')
    .max(200, 'A conversa não existe.'),
}

export const ChatReadBody = z
  .object({
    ...chatFields,
    /** The last message that was shown; left out: all there are. */
    message_id: z.string().min(1).max(200).optional(),
  })
  .transform(({ instance, evolution_id, remote_jid, message_id }) => ({
    instance,
    gatewayId: evolution_id,
    remoteJid: remote_jid,
    upToId: message_id,
  }))

export const NoteBody = z
  .object({
    ...chatFields,
    text: z
      .string('Informe o texto.')
      .trim()
      .min(1, 'Informe o texto.')
      .max(TEXT_MAX_LENGTH, 'O texto é longo demais.'),
  })
  .transform(({ instance, evolution_id, remote_jid, text }) => ({
    instance,
    gatewayId: evolution_id,
    remoteJid: remote_jid,
    text,
  }))

/** What Enviar does in conversations of own devices; null until the user has chosen. */
const SendMode = z.enum(['whatsapp', 'anotacao'], 'Use whatsapp ou anotacao.').nullable()
export type SendMode = z.infer<typeof SendMode>

export const ChatSettings = z.object({ sendMode: SendMode })
export type ChatSettings = z.infer<typeof ChatSettings>

export const ChatSettingsJson = z.codec(z.object({ enviar: SendMode }), ChatSettings, {
  decode: ({ enviar }) => ({ sendMode: enviar }),
  encode: ({ sendMode }) => ({ enviar: sendMode }),
})
