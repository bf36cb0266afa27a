import { z } from 'zod'
import { InstanceName } from '../gateways/gateway.ts'
import { isLidJid, isPersonJid, isPhoneJid, normaliseJid, STATUS_JID } from '../jid.ts'
import { TEXT_MAX_LENGTH, WEBHOOK_BATCH_MAX_COUNT } from '../limits.ts'
import { readMessageContent } from './message-content.ts'
import { hasOneStatus, readSentStatus, type SentStatus, type StatusUpdate } from './sent-status.ts'

/** A message in a gateway's event, whatever version of the gateway wrote it. */
export type ReportedMessage = {
  readonly id: string
  /** Whom the chat is with: by phone number where that is known. */
  readonly remoteJid: string
  /** The number-less identity of the same person, where the event tells both. */
  readonly lid: string | null
  readonly pushName: string | null
  /** What a list shows: the text, or a word for what came instead. */
  readonly content: string
  /** What the person wrote; null where there is no text. */
  readonly text: string | null
  readonly type: string
  readonly isFromMe: boolean
  /** Epoch seconds; null where the event does not say. */
  readonly sentAtSeconds: number | null
  /** How far a message of one's own has come; null where that is not told. */
  readonly status: SentStatus | null
  /** A small JPEG of a medium as base64; null where there is none. */
  readonly thumbnail: string | null
}

export type MessageEvent = {
  readonly instance: string
  /** The instance's own identity, where the event tells. */
  readonly ownJid: string | null
  readonly messages: readonly ReportedMessage[]
}

/** How far messages have come that the instance sent. */
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

/** Names of the fields that hold the other identity of the person a chat is with. */
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

/** What is told of a message that was sent before: about its key, or with the key's fields. */
const Progress = z.object({
  /** Where both are given, `id` is a number of the gateway's own. */
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
 * The messages of a `messages.upsert` event: one object or many, below `data` or beside `event`.
 * Null for what is no such event; a message that cannot be read is left out unless all are so.
 * @param isImplied the address already says which event it is
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
 * What a `messages.update` event tells of messages of one's own, in the same shapes. Null for what
 * is no such event.
 * @param isImplied the address already says which event it is
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

/** `MESSAGES_UPSERT`, `messages-upsert` and `messages.upsert` are one. */
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

/** Phone number and number-less identity are two names of one chat. */
function readChat(
  jids: Partial<AlternativeJids>,
  { remoteJid, fromMe }: { readonly remoteJid: string; readonly fromMe: boolean },
): Pick<ReportedMessage, 'remoteJid' | 'lid'> | null {
  const jid = normaliseJid(remoteJid)
  if (jid === null) return null
  if (!isPersonJid(jid)) return { remoteJid: jid, lid: null }
  // The sender of one's own message is oneself, and in a group it is one of many.
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
