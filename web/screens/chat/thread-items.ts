import type { WebhookMessage } from '#contract/messages/chat.ts'
import type { SentStatus } from '#contract/messages/sent-status.ts'
import { formatDay } from '../../format.ts'
import type { OwnMessage, OwnState } from './own-messages.ts'

/** One bubble. */
export type Bubble = {
  readonly kind: 'bubble'
  readonly key: string
  readonly text: string
  /** WhatsApp's word for what it is. */
  readonly type: string
  readonly isMine: boolean
  readonly atSeconds: number
  /** Of a message of one's own, where it is known. */
  readonly mark: Mark | null
  /** A small JPEG as base64. */
  readonly thumbnail: string | null
}

/** Where a message of one's own stands: as the server has stored it, or only here so far. */
export type Mark = OwnState | { readonly kind: SentStatus }

export type ThreadItem =
  | Bubble
  | { readonly kind: 'day'; readonly key: string; readonly label: string }

/**
 * A thread as it is shown: stored messages and those typed here, in the order of their time, with a
 * line where a new day begins. A message that was really sent shows once, as what the server has,
 * in the place of the one that was typed.
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
    if (day !== lastDay) items.push({ kind: 'day', key: day, label: dayLabel(day, nowMs) })
    lastDay = day
    items.push(bubble)
  }
  return items
}

/**
 * By the id of a stored message: the key of the one typed here that it is. News of it may come
 * before the answer that tells its id: until then it is known by its text.
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
  for (const { key, state, text, earlierIds } of own) {
    if (state.kind !== 'sending') continue
    const same = stored.find(
      ({ id, isFromMe, content }) =>
        isFromMe && content === text && !earlierIds.has(id) && !keys.has(id),
    )
    if (same) keys.set(same.id, key)
  }
  return keys
}

function fromStored(message: WebhookMessage, key: string): Bubble {
  const { content, type, isFromMe, sentAtSeconds, status, thumbnail } = message
  return {
    kind: 'bubble',
    key,
    text: content,
    type,
    isMine: isFromMe,
    atSeconds: sentAtSeconds,
    mark: status && { kind: status },
    thumbnail,
  }
}

function fromOwn({ key, text, atSeconds, state }: OwnMessage): Bubble {
  return {
    kind: 'bubble',
    key,
    text,
    type: 'conversation',
    isMine: true,
    atSeconds,
    mark: state,
    thumbnail: null,
  }
}

const DAY_MS = 24 * 60 * 60 * 1000

function dayLabel(day: string, nowMs: number): string {
  if (day === formatDay(nowMs)) return 'Hoje'
  return day === formatDay(nowMs - DAY_MS) ? 'Ontem' : day
}
