import { isGroupJid } from '#contract/jid.ts'
import { type ChangeKind, NOTE_TYPE, type WebhookMessage } from '#contract/messages/chat.ts'
import type { MessageFile } from '#contract/messages/message-file.ts'
import type { SharedContact, SharedPlace } from '#contract/messages/message-share.ts'
import type { SentStatus } from '#contract/messages/sent-status.ts'
import type { AttachmentKind } from '#contract/uploads/attachment.ts'
import { formatDay } from '../../../format.ts'
import type { Attachment } from '../../../parts/attachment/attachment.ts'
import { dayLabel } from '../chat-times.ts'
import type { OwnMessage, OwnState } from '../own-messages.ts'

/** One bubble. */
export type Bubble = {
  readonly kind: 'bubble'
  readonly key: string
  /** The server's name for it; null where it is only here. */
  readonly messageId: string | null
  readonly text: string
  /** WhatsApp's name for the kind of message. */
  readonly type: string
  readonly isMine: boolean
  /** It was noted here, and sent to nobody. */
  readonly isNote: boolean
  /** Who wrote it, in a group. */
  readonly author: string | null
  /** The campaign that sent it. */
  readonly campaign: WebhookMessage['campaign'] | null
  readonly atSeconds: number
  /** State of an own message, where it is known. */
  readonly mark: Mark | null
  /** A small JPEG as base64. */
  readonly thumbnail: string | null
  /** What is said of its file. */
  readonly file: MessageFile | null
  readonly place: SharedPlace | null
  /** People whose numbers it shares. */
  readonly contacts: readonly SharedContact[]
  /** What its writer made of it later. */
  readonly change: ChangeKind | null
}

/** State of an own message: stored by the server, or only here so far. */
export type Mark = OwnState | { readonly kind: SentStatus }

export type ThreadItem =
  | Bubble
  | { readonly kind: 'day'; readonly key: string; readonly label: string }

/**
 * Builds the shown thread: stored messages and those typed here, by time, with a line where a new
 * day begins. A message that was really sent shows once, in its stored form, at the position of the
 * typed one.
 */
export function threadItems(
  stored: readonly WebhookMessage[],
  own: readonly OwnMessage[],
  nowMs: number,
): ThreadItem[] {
  const typed = typedKeys(stored, own)
  const arrived = new Set(typed.values())
  const bubbles = [
    ...stored.map((message) => fromStored(message, typed.get(message.id) ?? message.id)),
    ...own.filter(({ key }) => !arrived.has(key)).map(fromOwn),
  ].sort((a, b) => a.atSeconds - b.atSeconds)
  const items: ThreadItem[] = []
  let lastDay = ''
  for (const bubble of bubbles) {
    const day = formatDay(bubble.atSeconds * 1000)
    if (day !== lastDay)
      items.push({ kind: 'day', key: day, label: dayLabel(bubble.atSeconds * 1000, nowMs) })
    lastDay = day
    items.push(bubble)
  }
  return items
}

/** Own messages whose answer never came, and which the server has all the same, with their ids there. */
export function foundOnServer(
  stored: readonly WebhookMessage[],
  own: readonly OwnMessage[],
): readonly { readonly key: string; readonly messageId: string }[] {
  const inDoubt = new Set(own.filter(({ state }) => state.kind === 'failed').map(({ key }) => key))
  return [...typedKeys(stored, own)].flatMap(([messageId, key]) =>
    inDoubt.has(key) ? [{ key, messageId }] : [],
  )
}

/**
 * Maps ids of stored messages to keys of the typed ones they are. An event may come before the
 * answer with the id: until then the text identifies the message.
 */
function typedKeys(
  stored: readonly WebhookMessage[],
  own: readonly OwnMessage[],
): ReadonlyMap<string, string> {
  const keys = new Map<string, string>()
  const known = new Set(stored.map(({ id }) => id))
  for (const { key, state } of own) {
    if (state.kind === 'sent' && known.has(state.messageId)) keys.set(state.messageId, key)
  }
  for (const message of own.filter(isUnanswered)) {
    const same = stored.find((each) => !keys.has(each.id) && isSame(each, message))
    if (same) keys.set(same.id, message.key)
  }
  return keys
}

/** Whether the server may have it or not: its answer has not come, or never will. */
function isUnanswered({ state }: OwnMessage): boolean {
  return state.kind === 'sending' || (state.kind === 'failed' && state.isInDoubt)
}

/** How far the browser's clock may be from the server's, the way there included. */
const APART_SECONDS = 180

function isSame(
  { id, type, isFromMe, content, sentAtSeconds, file }: WebhookMessage,
  { text, isNote, atSeconds, earlierIds, ...own }: OwnMessage,
): boolean {
  // A file has a name of its own on the server, whatever stands beside it.
  const isSaid = own.file
    ? file?.url != null && own.file.url.endsWith(file.url)
    : content === text && !file
  return (
    isFromMe &&
    isSaid &&
    (type === NOTE_TYPE) === isNote &&
    Math.abs(sentAtSeconds - atSeconds) <= APART_SECONDS &&
    !earlierIds.has(id)
  )
}

function fromStored(message: WebhookMessage, key: string): Bubble {
  const { content, type, isFromMe, sentAtSeconds, status, thumbnail, campaign } = message
  const { pushName, remoteJid, change } = message
  return {
    kind: 'bubble',
    key,
    messageId: message.id,
    text: content,
    type,
    isMine: isFromMe,
    isNote: type === NOTE_TYPE,
    author: !isFromMe && isGroupJid(remoteJid) ? pushName : null,
    campaign: campaign ?? null,
    atSeconds: sentAtSeconds,
    mark: status && { kind: status },
    thumbnail,
    file: message.file ?? null,
    place: message.place ?? null,
    contacts: message.contacts ?? [],
    change: change ?? null,
  }
}

/** WhatsApp's names for the kinds of files. */
const fileTypes: Readonly<Record<AttachmentKind, string>> = {
  imagem: 'imageMessage',
  video: 'videoMessage',
  audio: 'audioMessage',
  documento: 'documentMessage',
}

function fromOwn({ key, text, file, isNote, atSeconds, state }: OwnMessage): Bubble {
  return {
    kind: 'bubble',
    key,
    messageId: null,
    text,
    type: typeOf({ isNote, file }),
    isMine: true,
    isNote,
    author: null,
    campaign: null,
    atSeconds,
    mark: state,
    thumbnail: null,
    file: file && ownFile(file),
    place: null,
    contacts: [],
    change: null,
  }
}

function typeOf({ isNote, file }: Pick<OwnMessage, 'isNote' | 'file'>): string {
  if (isNote) return NOTE_TYPE
  return file ? fileTypes[file.kind] : 'conversation'
}

/** The file as the server will describe it. */
function ownFile({ url, name, bytes, kind }: Attachment): MessageFile {
  const shown = kind === 'documento' ? name : null
  return { mimeType: null, name: shown, bytes, durationSeconds: null, url }
}
