import {
  getContentType,
  jidDecode,
  jidNormalizedUser,
  normalizeMessageContent,
  proto,
  toNumber,
  type WAMessage,
} from '@whiskeysockets/baileys'
import { isLidJid, isPersonJid, isPhoneJid } from '../../contract/jid.ts'
import type { InboundMessage, MessageChange } from '../../domain/messenger.ts'
import { mediaOf, toPlain } from './plain-message.ts'

/** Kinds of messages between programs, without content for a reader. */
const technicalKinds = new Set([
  'protocolMessage',
  'senderKeyDistributionMessage',
  'messageContextInfo',
  'deviceSentMessage',
])

/** Finds the phone's jid of a LID. */
export type MappedLids = { getPNForLID(lid: string): Promise<string | null> }

/** What somebody sent: a message, or a change of one. */
export type Arrived =
  | { readonly type: 'inbound'; readonly message: InboundMessage }
  | { readonly type: 'message_change'; readonly change: MessageChange }

export function idOf(arrived: Arrived): string {
  return arrived.type === 'inbound' ? arrived.message.messageId : arrived.change.messageId
}

/** Returns null for protocol traffic and for messages that cannot be decrypted. */
export async function readArrived(lids: MappedLids, message: WAMessage): Promise<Arrived | null> {
  const content = normalizeMessageContent(message.message ?? undefined)
  if (content?.protocolMessage) {
    const change = await readChange(lids, message, content.protocolMessage)
    return change && { type: 'message_change', change }
  }
  const read = await readInbound(lids, message, content)
  return read && { type: 'inbound', message: read }
}

async function readChange(
  lids: MappedLids,
  message: WAMessage,
  { key, type, editedMessage }: proto.Message.IProtocolMessage,
): Promise<MessageChange | null> {
  const { REVOKE, MESSAGE_EDIT } = proto.Message.ProtocolMessage.Type
  const edited = normalizeMessageContent(editedMessage ?? undefined)
  const isEdit = type === MESSAGE_EDIT && edited !== undefined
  const base = await readBase(lids, message)
  // REVOKE is type 0, which protobuf leaves out.
  if (!base || !key?.id || !(isEdit || (type ?? REVOKE) === REVOKE)) return null
  const text = isEdit ? textOf(edited) : null
  const content = isEdit
    ? { type: 'MESSAGE_EDIT', editedMessage: toPlain(edited, text ?? '') }
    : { type: 'REVOKE' }
  return { ...base, changedId: key.id, text, content }
}

/** Where a message stands, and who wrote it. */
async function readBase(lids: MappedLids, message: WAMessage) {
  const { id, fromMe } = message.key
  const chat = jidNormalizedUser(message.key.remoteJid ?? undefined)
  if (!id || !chat) return null
  const sender = await readSender(lids, message, chat)
  const isPerson = isPersonJid(chat)
  return {
    messageId: id,
    chatJid: isPerson ? (sender.phoneJid ?? chat) : chat,
    lid: sender.lid,
    phone: sender.phoneJid ? (jidDecode(sender.phoneJid)?.user ?? null) : null,
    fromMe: fromMe === true,
    sentAt: new Date(toNumber(message.messageTimestamp) * 1000).toISOString(),
    remoteJid: chat,
    participant: isPerson ? '' : jidNormalizedUser(message.key.participant ?? undefined),
  }
}

async function readInbound(
  lids: MappedLids,
  message: WAMessage,
  content: proto.IMessage | undefined,
): Promise<InboundMessage | null> {
  const contentType = getContentType(content)
  if (!content || !contentType || technicalKinds.has(contentType)) return null
  const base = await readBase(lids, message)
  if (!base) return null
  const text = textOf(content)
  const isText = contentType === 'extendedTextMessage'
  return {
    ...base,
    pushName: message.pushName ?? '',
    text,
    // Unifies two forms of a text; gateways report only one.
    kind: isText ? 'conversation' : contentType,
    content: isText ? { conversation: text } : toPlain(content, text),
    media: mediaOf(content),
  }
}

/** Reads both jids of the sender: in a group those of the author, else those of the chat. */
async function readSender(lids: MappedLids, { key }: WAMessage, chat: string) {
  const names = [key.participant, key.participantAlt, chat, key.remoteJidAlt]
    .map((name) => jidNormalizedUser(name ?? undefined))
    .filter((name) => name !== '')
  const lid = names.find(isLidJid) ?? null
  const phoneJid = names.find(isPhoneJid) ?? null
  if (phoneJid || !lid) return { lid, phoneJid }
  const mapped = await lids.getPNForLID(lid)
  return { lid, phoneJid: mapped ? jidNormalizedUser(mapped) : null }
}

function textOf(content: proto.IMessage): string {
  return (
    content.conversation ||
    content.extendedTextMessage?.text ||
    content.imageMessage?.caption ||
    content.videoMessage?.caption ||
    content.documentMessage?.caption ||
    content.buttonsResponseMessage?.selectedDisplayText ||
    content.templateButtonReplyMessage?.selectedDisplayText ||
    content.listResponseMessage?.title ||
    ''
  )
}
