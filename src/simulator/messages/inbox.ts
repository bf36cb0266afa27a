import { proto } from '@whiskeysockets/baileys'
import type { Companion, InboxEntry, Person, World } from '../world/world.ts'
import type { Media } from './media-store.ts'

export type MessageContent = Pick<
  InboxEntry,
  'type' | 'text' | 'caption' | 'mediaSha256' | 'mimeType' | 'fileName' | 'group' | 'parts' | 'edit'
>

/** Texts seen lately: a campaign's thousand equal texts are kept once. */
const recentTexts = new Map<string, string>()
const keptTexts = 256
/** One array for all who have no other device. */
const phoneAlone: readonly number[] = [0]

export function readContent(plaintext: Uint8Array, media: Media): MessageContent {
  const message = innermost(proto.Message.decode(plaintext))
  const nothing = { text: null, caption: null, mediaSha256: null, mimeType: null, fileName: null }
  const text = message.conversation || message.extendedTextMessage?.text
  if (text) {
    const answers = message.extendedTextMessage?.contextInfo ? { parts: partsOf(message) } : {}
    return { ...nothing, type: 'text', text: shared(text), ...answers }
  }

  const { imageMessage, videoMessage, audioMessage, documentMessage } = message
  const { stickerMessage, ptvMessage } = message
  const found =
    (imageMessage && { type: 'image' as const, part: imageMessage }) ||
    (videoMessage && { type: 'video' as const, part: videoMessage }) ||
    (ptvMessage && { type: 'video' as const, part: ptvMessage }) ||
    (audioMessage && { type: 'audio' as const, part: audioMessage }) ||
    (documentMessage && { type: 'document' as const, part: documentMessage }) ||
    (stickerMessage && { type: 'sticker' as const, part: stickerMessage })
  if (!found) return { ...nothing, type: kindOf(message), parts: partsOf(message) }
  const { type, part } = found
  return {
    type,
    text: null,
    ...((part.contextInfo || stickerMessage || ptvMessage || audioMessage?.ptt) && {
      parts: partsOf(message),
    }),
    caption: 'caption' in part && part.caption ? shared(part.caption) : null,
    mimeType: part.mimetype ? shared(part.mimetype) : null,
    fileName: documentMessage?.fileName ? shared(documentMessage.fileName) : null,
    mediaSha256: media.open({
      type,
      path: part.directPath ?? '',
      mediaKey: Buffer.from(part.mediaKey ?? []),
      sha256: Buffer.from(part.fileSha256 ?? []),
    }),
  }
}

/** The chat in which the account's own phone shows a copy of what another client has sent. */
export function destinationOf(plaintext: Uint8Array): string | undefined {
  return proto.Message.decode(plaintext).deviceSentMessage?.destinationJid ?? undefined
}

function kindOf(message: proto.IMessage): MessageContent['type'] {
  if (message.locationMessage) return 'location'
  if (message.contactMessage || message.contactsArrayMessage) return 'contact'
  if (message.pollCreationMessage || message.pollCreationMessageV3) return 'poll'
  return message.reactionMessage ? 'reaction' : 'other'
}

function partsOf(message: proto.IMessage): string {
  return JSON.stringify(proto.Message.fromObject(message).toJSON())
}

export function findEntry(person: Person, messageId: string): InboxEntry | undefined {
  return person.inbox.findLast((entry) => entry.messageId === messageId)
}

/** Writes down one stanza that a phone read. Gives the entry, new or known. */
export function record(
  world: World,
  read: {
    person: Person
    messageId: string
    sender: Companion
    devices: number[]
    content: () => MessageContent
  },
): InboxEntry {
  const { person, messageId, devices } = read
  const { stats } = world
  const known = findEntry(person, messageId)
  const wasAsked = takeAsked(person, messageId)
  if (!known) {
    const entry = {
      messageId: flat(messageId),
      sender: read.sender,
      ...read.content(),
      receivedAt: Date.now(),
      times: 1,
      devices: devices.length === 1 && devices[0] === 0 ? phoneAlone : devices,
      read: false,
    }
    if (person.inbox.length === 0) person.inbox = [entry]
    else person.inbox.push(entry)
    stats.messages += 1
    stats.distinct += 1
    return entry
  }
  const isNew = devices.some((device) => !known.devices.includes(device))
  known.devices = [...new Set([...known.devices, ...devices])]
  // A copy that one of its devices asked for, or had not read, is no duplicate.
  if (!wasAsked && !isNew) {
    known.times += 1
    stats.messages += 1
    stats.duplicates += 1
  }
  return known
}

/**
 * Bounds the requests for copies that are remembered: some copies never come, as those of a client
 * that went away.
 */
export const RETRIES_KEPT = 10_000
const ASKED_KEPT = 1_000

/** Remembers that a copy was asked for: when it comes, it is no duplicate. */
export function noteAsked(person: Person, messageId: string): void {
  const asked = person.asked ?? new Map<string, number>()
  person.asked = asked.set(messageId, (asked.get(messageId) ?? 0) + 1)
  const [oldest] = asked.keys()
  if (asked.size > ASKED_KEPT && oldest !== undefined) asked.delete(oldest)
}

/** Whether a copy is one that was asked for; each request accounts for one. */
function takeAsked(person: Person, messageId: string): boolean {
  const outstanding = person.asked?.get(messageId) ?? 0
  if (outstanding > 1) person.asked?.set(messageId, outstanding - 1)
  else person.asked?.delete(messageId)
  if (person.asked?.size === 0) person.asked = undefined
  return outstanding > 0
}

function innermost(message: proto.IMessage): proto.IMessage {
  const inner =
    message.deviceSentMessage?.message ??
    message.ephemeralMessage?.message ??
    message.viewOnceMessage?.message ??
    message.viewOnceMessageV2?.message ??
    message.documentWithCaptionMessage?.message ??
    message.editedMessage?.message
  return inner ? innermost(inner) : message
}

/** The same text in one piece: decoded attributes are ropes of many small ones. */
function flat(text: string): string {
  return Buffer.from(text).toString()
}

function shared(text: string): string {
  const known = recentTexts.get(text)
  if (known !== undefined) return known
  if (recentTexts.size >= keptTexts) recentTexts.clear()
  recentTexts.set(text, text)
  return text
}
