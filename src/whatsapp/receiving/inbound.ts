import {
  getContentType,
  jidDecode,
  jidNormalizedUser,
  normalizeMessageContent,
  type proto,
  toNumber,
  type WAMessage,
} from '@whiskeysockets/baileys'
import { isLidJid, isPersonJid, isPhoneJid } from '../../contract/jid.ts'
import type { InboundMessage } from '../../domain/messenger.ts'
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

/** Returns null for protocol traffic and for messages that cannot be decrypted. */
export async function readInbound(
  lids: MappedLids,
  message: WAMessage,
): Promise<InboundMessage | null> {
  const content = normalizeMessageContent(message.message ?? undefined)
  const contentType = getContentType(content)
  const { id, fromMe } = message.key
  const chat = jidNormalizedUser(message.key.remoteJid ?? undefined)
  if (!content || !contentType || technicalKinds.has(contentType) || !id || !chat) return null
  const sender = await readSender(lids, message, chat)
  const isPerson = isPersonJid(chat)
  const text = textOf(content)
  const isText = contentType === 'extendedTextMessage'
  return {
    messageId: id,
    chatJid: isPerson ? (sender.phoneJid ?? chat) : chat,
    lid: sender.lid,
    phone: sender.phoneJid ? (jidDecode(sender.phoneJid)?.user ?? null) : null,
    pushName: message.pushName ?? '',
    fromMe: fromMe === true,
    text,
    // Unifies two forms of a text; gateways report only one.
    kind: isText ? 'conversation' : contentType,
    sentAt: new Date(toNumber(message.messageTimestamp) * 1000).toISOString(),
    remoteJid: chat,
    participant: isPerson ? '' : jidNormalizedUser(message.key.participant ?? undefined),
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
