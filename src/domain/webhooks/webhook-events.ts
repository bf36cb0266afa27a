import { isLidJid, phoneJid } from '../../contract/jid.ts'
import type { Call, EarlierChat, PresenceChange } from '../account-acts.ts'
import type { MessageContent, MessageContext } from '../message-content.ts'
import type { InboundMessage, MessageChange } from '../messenger.ts'

/** Bodies of an instance's events, in the shapes that receivers of gateways know. */

export type ConnectionState = 'open' | 'connecting' | 'close'

export function connectionUpdate({
  instance,
  state,
  statusReason,
  ownJid,
  profileName,
}: {
  readonly instance: string
  readonly state: ConnectionState
  readonly statusReason: number
  readonly ownJid: string | null
  readonly profileName: string
}) {
  const profile = { wuid: ownJid, profileName }
  return { instance, ...(state === 'open' && profile), state, statusReason }
}

export function callUpdate({ chatJid, from, id, at, status, isVideo, isGroup, isOffline }: Call) {
  return { chatId: chatJid, from, id, date: at, offline: isOffline, status, isVideo, isGroup }
}

/** The event of an instance that was logged out, or that WhatsApp has thrown out. */
export function statusInstance({
  instance,
  statusReason,
  at,
}: {
  readonly instance: string
  readonly statusReason: number
  readonly at: string
}) {
  const error = { output: { statusCode: statusReason, payload: { statusCode: statusReason } } }
  return {
    instance,
    status: 'closed',
    disconnectionAt: at,
    disconnectionReasonCode: statusReason,
    disconnectionObject: JSON.stringify({ error, date: at }),
  }
}

export function presenceUpdate({ chatJid, jid, presence, lastSeenSeconds }: PresenceChange) {
  const lastSeen = lastSeenSeconds === null ? {} : { lastSeen: lastSeenSeconds }
  return { id: chatJid, presences: { [jid]: { lastKnownPresence: presence, ...lastSeen } } }
}

export function qrcodeUpdated(qrcode: {
  readonly instance: string
  readonly pairingCode: string | null
  readonly code: string
  /** The code as a picture, a data URL. */
  readonly base64: string
}) {
  return { qrcode }
}

export function messagesUpsert(message: InboundMessage, instanceId: string) {
  const { content, fromMe } = message
  const { contextInfo, ...parts } = content
  return {
    key: inboundKey(message),
    pushName: message.pushName,
    status: fromMe ? 'SERVER_ACK' : 'DELIVERY_ACK',
    message: parts,
    ...(contextInfo !== undefined && { contextInfo }),
    messageType: message.kind,
    messageTimestamp: secondsOf(Date.parse(message.sentAt)),
    instanceId,
    source: 'unknown',
  }
}

/**
 * Names the chat by its phone wherever that is known: receivers take their contact's number from
 * `remoteJid`, or from `remoteJidAlt` where WhatsApp names the chat by a LID.
 */
function inboundKey(message: NamedInbound & { readonly messageId: string }) {
  const { messageId, ...named } = message
  return keyOf(named, messageId)
}

/** The key of a message that another one changes. */
export function changedKey({ changedId, ...named }: NamedInbound & { readonly changedId: string }) {
  return keyOf(named, changedId)
}

/** What a message says that was edited on either side. */
export function messagesEdited(change: MessageChange) {
  return { ...change.content, key: changedKey(change) }
}

type NamedInbound = Pick<
  InboundMessage,
  'remoteJid' | 'chatJid' | 'participant' | 'phone' | 'lid' | 'fromMe'
>

function keyOf({ remoteJid, chatJid, participant, phone, lid, fromMe }: NamedInbound, id: string) {
  const isByLid = isLidJid(remoteJid)
  const isKnown = chatJid !== remoteJid
  return {
    remoteJid: chatJid,
    ...(isByLid && isKnown && { remoteJidAlt: chatJid }),
    ...(isByLid && { senderLid: lid ?? remoteJid }),
    fromMe,
    id,
    participant,
    ...(isLidJid(participant) && phone !== null && { participantAlt: phoneJid(phone) }),
    addressingMode: isByLid || isLidJid(participant) ? 'lid' : 'pn',
  }
}

/** What a message answers and whom it names, in WhatsApp's words. */
export function contextInfo(context: MessageContext | undefined) {
  const { quoted = null, mentionedJids = [] } = context ?? {}
  return {
    ...(quoted && {
      stanzaId: quoted.messageId,
      participant: quoted.participant,
      quotedMessage: { conversation: quoted.text },
    }),
    mentionedJid: [...mentionedJids],
    groupMentions: [],
  }
}

export function sendMessage(sent: {
  readonly messageId: string
  readonly jid: string
  readonly content: MessageContent
  readonly atMs: number
  readonly instanceId: string
}) {
  return {
    key: { remoteJid: sent.jid, fromMe: true, id: sent.messageId },
    pushName: 'Você',
    status: 'PENDING',
    ...plainContent(sent.content),
    contextInfo: contextInfo(sent.content.context),
    messageTimestamp: secondsOf(sent.atMs),
    instanceId: sent.instanceId,
    source: 'web',
  }
}

/** Content of a message we sent, in WhatsApp's format, without the keys of its file. */
export function plainContent({ text, media, part }: MessageContent) {
  if (part) return { message: { [part.type]: part.fields }, messageType: part.type }
  if (!media) return { message: { conversation: text }, messageType: 'conversation' }
  const messageType = `${media.kind}Message`
  const file = {
    mimetype: media.mimeType,
    ...(text !== '' && { caption: text }),
    ...(media.fileName !== null && { fileName: media.fileName }),
  }
  return { message: { [messageType]: file }, messageType }
}

/** Chats that the account had before its device was linked. */
export function chatsSet(chats: readonly EarlierChat[], instanceId: string) {
  return chats.map(({ chatJid: remoteJid, lid, name }) => ({
    ...{ remoteJid, instanceId },
    ...(name !== null && { name }),
    ...(lid !== null && { senderLid: lid }),
  }))
}

/** A contact; groups are none. */
export function contactOf(contact: {
  readonly remoteJid: string
  readonly pushName: string | null
  readonly instanceId: string
}) {
  const { remoteJid, pushName, instanceId } = contact
  return { remoteJid, pushName, instanceId }
}

export function chatOf(remoteJid: string, instanceId: string) {
  return { remoteJid, instanceId }
}

/** An instance that was made, or is gone. */
export function instanceOf(instanceName: string, instanceId: string) {
  return { instanceName, instanceId }
}

export type MessageStatus = 'SERVER_ACK' | 'DELIVERY_ACK' | 'READ' | 'ERROR'

export function messagesUpdate(update: {
  readonly messageId: string
  readonly jid: string
  readonly status: MessageStatus
  readonly instanceId: string
}) {
  return {
    keyId: update.messageId,
    remoteJid: update.jid,
    fromMe: true,
    status: update.status,
    instanceId: update.instanceId,
    messageId: update.messageId,
  }
}

export function secondsOf(ms: number): number {
  return Math.floor(ms / 1000)
}
