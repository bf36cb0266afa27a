import {
  getContentType,
  jidDecode,
  jidNormalizedUser,
  normalizeMessageContent,
  type proto,
  toNumber,
  type WAMessage,
  type WASocket,
} from '@whiskeysockets/baileys'
import { isLidJid, isPersonJid, isPhoneJid } from '../../contract/jid.ts'
import type { InboundMessage } from '../../domain/messenger.ts'
import { mediaOf, toPlain } from '../sending/plain-message.ts'

/** Messages between programs, which nobody wrote to anybody. */
const technicalKinds = new Set([
  'protocolMessage',
  'senderKeyDistributionMessage',
  'messageContextInfo',
  'deviceSentMessage',
])

/** null for what isn't a message of a person: protocol traffic, and what can't be decrypted. */
export async function readInbound(
  sock: WASocket,
  message: WAMessage,
): Promise<InboundMessage | null> {
  const content = normalizeMessageContent(message.message ?? undefined)
  const contentType = getContentType(content)
  const { id, fromMe } = message.key
  const chat = jidNormalizedUser(message.key.remoteJid ?? undefined)
  if (!content || !contentType || technicalKinds.has(contentType) || !id || !chat) return null
  const sender = await readSender(sock, message, chat)
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
    // Two forms of the same thing; gateways tell of one.
    kind: isText ? 'conversation' : contentType,
    sentAt: new Date(toNumber(message.messageTimestamp) * 1000).toISOString(),
    remoteJid: chat,
    participant: isPerson ? '' : jidNormalizedUser(message.key.participant ?? undefined),
    content: isText ? { conversation: text } : toPlain(content, text),
    media: mediaOf(content),
  }
}

/** Both names of the person: in a group the one who wrote, else the other side of the chat. */
async function readSender(sock: WASocket, { key }: WAMessage, chat: string) {
  const names = [key.participant, key.participantAlt, chat, key.remoteJidAlt]
    .map((name) => jidNormalizedUser(name ?? undefined))
    .filter((name) => name !== '')
  const lid = names.find(isLidJid) ?? null
  const phoneJid = names.find(isPhoneJid) ?? null
  if (phoneJid || !lid) return { lid, phoneJid }
  const mapped = await sock.signalRepository.lidMapping.getPNForLID(lid)
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
