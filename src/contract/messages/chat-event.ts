import { z } from 'zod'
import { InstanceName } from '../gateways/gateway.ts'
import { isLidJid, isPersonJid, isPhoneJid, normaliseJid, STATUS_JID } from '../jid.ts'
import { TEXT_MAX_LENGTH, WEBHOOK_BATCH_MAX_COUNT } from '../limits.ts'
import { readMessageContent } from './message-content.ts'
import type { MessageShare } from './message-share.ts'
import { hasOneStatus, readSentStatus, type SentStatus, type StatusUpdate } from './sent-status.ts'

/** A message in a gateway's event, in one shape for all versions of gateways. */
export type ReportedMessage = MessageShare & {
  readonly id: string
  /** Jid of the chat, by phone number where that is known. */
  readonly remoteJid: string
  /** The LID of the same chat, where the event has both. */
  readonly lid: string | null
  readonly pushName: string | null
  /** What a list shows: the text, or a word for the kind of medium. */
  readonly content: string
  /** The message's text; null where there is none. */
  readonly text: string | null
  readonly type: string
  readonly isFromMe: boolean
  /** Epoch seconds; null where the event has no time. */
  readonly sentAtSeconds: number | null
  /** How far a message that the instance sent has come; null where the event has no status. */
  readonly status: SentStatus | null
  /** A small JPEG of a medium as base64; null where there is none. */
  readonly thumbnail: string | null
}

export type MessageEvent = {
  readonly instance: string
  /** The instance's own jid, where the event has it. */
  readonly ownJid: string | null
  readonly messages: readonly ReportedMessage[]
}

/** Progress of messages that the instance sent. */
export type StatusEvent = {
  readonly instance: string
  readonly updates: readonly StatusUpdate[]
}

const MESSAGES_EVENT = 'messages.upsert'
const STATUS_EVENT = 'messages.update'

const Jid = z.string().max(200).nullish().catch(undefined)

const Envelope = z.object({
  event: z.string().optional(),
  instance: z.union([
    InstanceName,
    z.object({ instanceName: InstanceName }).transform(({ instanceName }): string => instanceName),
  ]),
  sender: Jid,
})

/** Fields that may hold the chat's other jid (phone number or LID). */
const AlternativeJids = z.object({
  remoteJidAlt: Jid,
  previousRemoteJid: Jid,
  senderPn: Jid,
  senderLid: Jid,
  recipientPn: Jid,
  recipientLid: Jid,
  peerRecipientPn: Jid,
})
type AlternativeJids = z.infer<typeof AlternativeJids>

const MessageId = z.string().min(1).max(200)

const Key = AlternativeJids.extend({
  id: MessageId,
  remoteJid: z.string().min(1).max(200),
  fromMe: z.boolean().default(false),
})

const Item = AlternativeJids.extend({
  key: z.unknown().optional(),
  pushName: z.string().max(1_000).nullish().catch(undefined),
  message: z.unknown().optional(),
  messageType: z.string().max(100).nullish().catch(undefined),
  messageTimestamp: z.unknown().optional(),
  status: z.unknown().optional(),
})

/** Progress of a message sent earlier: under `key`, or with the key's fields beside it. */
const Progress = z.object({
  /** The message's id; an `id` beside it is a number of the gateway's own. */
  keyId: MessageId.optional(),
  id: MessageId.optional().catch(undefined),
  fromMe: z.boolean().default(false),
  status: z.unknown().optional(),
  update: z.object({ status: z.unknown().optional() }).optional().catch(undefined),
})
const ProgressKey = z.object({
  key: z.object({ id: MessageId, fromMe: z.boolean().default(false) }),
})

/**
 * Reads the messages of a `messages.upsert` event: one object or many, below `data` or beside
 * `event`. Null for any other body; unreadable messages are left out unless all are unreadable.
 * @param isImplied the address already names the event
 */
export function readMessageEvent(
  body: unknown,
  { isImplied }: { readonly isImplied: boolean },
): MessageEvent | null {
  const opened = openEvent(body, { name: MESSAGES_EVENT, isImplied })
  if (!opened) return null
  const { instance, sender, items } = opened
  const messages = items.map(readItem).filter((message) => message !== null)
  if (messages.length === 0) return null
  return {
    instance,
    ownJid: sender ? normaliseJid(sender) : null,
    messages: messages.filter(({ remoteJid }) => remoteJid !== STATUS_JID),
  }
}

/**
 * Reads a `messages.update` event, in the same shapes: the progress of messages that the instance
 * sent. Null for any other body.
 * @param isImplied the address already names the event
 */
export function readStatusEvent(
  body: unknown,
  { isImplied }: { readonly isImplied: boolean },
): StatusEvent | null {
  const opened = openEvent(body, { name: STATUS_EVENT, isImplied })
  if (!opened) return null
  const read = opened.items.map(readProgress).filter((progress) => progress !== null)
  if (read.length === 0) return null
  const updates = read.flatMap(({ id, status, isFromMe }) =>
    isFromMe && status !== null ? [{ id, status }] : [],
  )
  return { instance: opened.instance, updates }
}

function openEvent(
  body: unknown,
  { name, isImplied }: { readonly name: string; readonly isImplied: boolean },
) {
  const envelope = Envelope.safeParse(body)
  if (!envelope.success) return null
  const { event, instance, sender } = envelope.data
  const isMeant = event === undefined ? isImplied : eventName(event) === name
  const items = isMeant ? itemsOf(body) : null
  if (items === null || items.length > WEBHOOK_BATCH_MAX_COUNT) return null
  return { instance, sender, items }
}

/** Unifies the spellings `MESSAGES_UPSERT`, `messages-upsert` and `messages.upsert`. */
function eventName(event: string): string {
  return event.toLowerCase().replace(/[_-]/g, '.')
}

const Listed = z.object({ data: z.unknown().optional() })
const Batch = z.object({ messages: z.array(z.unknown()) })

function itemsOf(body: unknown): readonly unknown[] | null {
  const parsed = Listed.safeParse(body)
  if (!parsed.success) return null
  const { data } = parsed.data
  if (data === undefined) return [body]
  if (Array.isArray(data)) return data
  const batch = Batch.safeParse(data)
  return batch.success ? batch.data.messages : [data]
}

function readItem(given: unknown): ReportedMessage | null {
  const item = Item.safeParse(given)
  if (!item.success) return null
  const { pushName, message, messageType, messageTimestamp } = item.data
  const key = Key.safeParse(item.data.key ?? given)
  if (!key.success) return null
  const chat = readChat({ ...item.data, ...definedOf(key.data) }, key.data)
  if (!chat) return null
  const content = readMessageContent(message, messageType ?? null)
  const isMarked = key.data.fromMe && hasOneStatus(chat.remoteJid)
  return {
    id: key.data.id,
    ...chat,
    pushName: pushName?.trim() || null,
    content: content.shown.slice(0, TEXT_MAX_LENGTH),
    text: content.text,
    type: content.type,
    isFromMe: key.data.fromMe,
    sentAtSeconds: readSeconds(messageTimestamp),
    status: isMarked ? readSentStatus(item.data.status) : null,
    thumbnail: content.thumbnail,
    ...content.share,
  }
}

function readProgress(given: unknown) {
  const progress = Progress.safeParse(given)
  if (!progress.success) return null
  const { keyId, id, fromMe, status, update } = progress.data
  const parsed = ProgressKey.safeParse(given)
  const key = parsed.success ? parsed.data.key : { id: keyId ?? id, fromMe }
  if (key.id === undefined) return null
  return { id: key.id, isFromMe: key.fromMe, status: readSentStatus(status ?? update?.status) }
}

function definedOf(fields: AlternativeJids): Partial<AlternativeJids> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => typeof value === 'string'))
}

/** Reads both names of a chat: its phone number and its LID. */
function readChat(
  jids: Partial<AlternativeJids>,
  { remoteJid, fromMe }: { readonly remoteJid: string; readonly fromMe: boolean },
): Pick<ReportedMessage, 'remoteJid' | 'lid'> | null {
  const jid = normaliseJid(remoteJid)
  if (jid === null) return null
  if (!isPersonJid(jid)) return { remoteJid: jid, lid: null }
  // The sender fields name the instance itself for its own messages, and one of many in a group.
  const other = fromMe
    ? [jids.recipientPn, jids.peerRecipientPn, jids.recipientLid]
    : [jids.senderPn, jids.senderLid]
  const known = [jid, jids.remoteJidAlt, jids.previousRemoteJid, ...other]
    .map((each) => (each ? normaliseJid(each) : null))
    .filter((each) => each !== null)
  const phone = known.find(isPhoneJid)
  const lid = known.find(isLidJid) ?? null
  return { remoteJid: phone ?? jid, lid }
}

const Long = z.object({ low: z.int(), high: z.int() })
const MILLISECONDS_FROM = 100_000_000_000

function readSeconds(given: unknown): number | null {
  const long = Long.safeParse(given)
  const value = long.success ? long.data.high * 2 ** 32 + (long.data.low >>> 0) : Number(given)
  if (given === null || !Number.isFinite(value) || value <= 0) return null
  return Math.floor(value >= MILLISECONDS_FROM ? value / 1000 : value)
}
