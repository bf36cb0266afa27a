import type { WebhookMessage } from '#contract/chat.ts'
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
  /** Of a message typed here; null for what the server has stored. */
  readonly own: OwnState | null
}

export type ThreadItem =
  | Bubble
  | { readonly kind: 'day'; readonly key: string; readonly label: string }

/**
 * A thread as it is shown: stored messages and those typed here, in the order of their time, with a
 * line where a new day begins. A message that was really sent shows once, as what the server has.
 */
export function threadItems(
  stored: readonly WebhookMessage[],
  own: readonly OwnMessage[],
  nowMs: number,
): ThreadItem[] {
  const known = new Set(stored.map(({ id }) => id))
  const mine = own.filter(({ state }) => state.kind !== 'sent' || !known.has(state.messageId))
  const bubbles = [...stored.map(fromStored), ...mine.map(fromOwn)].sort(
    (a, b) => a.atSeconds - b.atSeconds,
  )
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

function fromStored({ id, content, type, isFromMe, sentAtSeconds }: WebhookMessage): Bubble {
  return {
    kind: 'bubble',
    key: id,
    text: content,
    type,
    isMine: isFromMe,
    atSeconds: sentAtSeconds,
    own: null,
  }
}

function fromOwn({ key, text, atSeconds, state }: OwnMessage): Bubble {
  return { kind: 'bubble', key, text, type: 'conversation', isMine: true, atSeconds, own: state }
}

const DAY_MS = 24 * 60 * 60 * 1000

function dayLabel(day: string, nowMs: number): string {
  if (day === formatDay(nowMs)) return 'Hoje'
  return day === formatDay(nowMs - DAY_MS) ? 'Ontem' : day
}
