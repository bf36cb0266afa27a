import { NOTE_TYPE, type WebhookMessage } from '../../../contract/messages/chat.ts'
import { wordlessKinds } from '../../../contract/messages/message-content.ts'
import type { Person } from '../../../contract/people/person.ts'
import { type TimelineEventOf, TimelineKind } from '../../../contract/people/timeline.ts'
import { toIso } from '../../clock.ts'
import type { PageEdge } from '../../webhooks/message-query.ts'
import { isBehind, placeOf, type TimelinePlace, type TimelineSource } from './timeline-order.ts'
import { dayOf, startOfDay } from './zoned-days.ts'

type Chat = Person['chats'][number]
type TalkEvent = TimelineEventOf<typeof TimelineKind.talk>

/** Messages that are read at once, that are counted of a day, and that one call reads of a chat. */
const READ_AT_ONCE = 100
const COUNTED_A_DAY = 200
const READ_A_CALL = 2_000
/** Of the last words, what a timeline shows. */
const WORDS_LENGTH = 300

/**
 * Yields what was written in a chat, day by day. A call reads a bounded part of it: where that
 * ends, it yields a rest, and the next call begins with the day before it.
 */
export async function* talkEvents({
  chat,
  list,
  isOfCampaign,
  timeZone,
  before,
}: {
  readonly chat: Chat
  /** Some messages before an edge, in ascending order. */
  readonly list: (query: {
    readonly limit: number
    readonly edge: PageEdge | undefined
  }) => Promise<readonly WebhookMessage[]>
  readonly isOfCampaign: (message: WebhookMessage) => boolean
  readonly timeZone: string
  readonly before: TimelinePlace | null
}): TimelineSource {
  const dayAt = ({ sentAtSeconds }: WebhookMessage) => dayOf(timeZone, sentAtSeconds * 1000)
  const messages = newestFirst(list, before && endOfDay(timeZone, dayOf(timeZone, before.atMs)))
  for (let newest = await messages.peek(); newest; newest = await messages.peek()) {
    const day = dayAt(newest)
    const ofDay: WebhookMessage[] = []
    let message: WebhookMessage | undefined = newest
    while (message && dayAt(message) === day && ofDay.length < COUNTED_A_DAY) {
      ofDay.push(message)
      messages.drop()
      message = await messages.peek()
    }
    const hasMore = message !== undefined && dayAt(message) === day
    if (hasMore) messages.goTo(endOfDay(timeZone, day - 1))
    const talk = talkOf(
      ofDay.filter((each) => !isOfCampaign(each)),
      { chat, day, hasMore },
    )
    if (talk && isBehind(placeOf(talk), before)) yield talk
    if (messages.readCount() < READ_A_CALL) continue
    yield { kind: 'rest', atMs: startOfDay(timeZone, day) }
    return
  }
}

/** The edge behind which everything up to the end of a day lies. */
function endOfDay(timeZone: string, day: number): PageEdge {
  const seconds = Math.ceil(startOfDay(timeZone, day + 1) / 1000) - 1
  return { side: 'before', sentAtSeconds: seconds, id: undefined }
}

function newestFirst(list: Parameters<typeof talkEvents>[0]['list'], from: PageEdge | null) {
  let edge = from ?? undefined
  let held: readonly WebhookMessage[] = []
  let isOver = false
  let count = 0
  return { peek, drop, goTo, readCount: () => count }

  async function peek(): Promise<WebhookMessage | undefined> {
    if (held.length === 0 && !isOver) {
      held = await list({ limit: READ_AT_ONCE, edge })
      count += held.length
      isOver = held.length < READ_AT_ONCE
      const [oldest] = held
      if (oldest) edge = { side: 'before', sentAtSeconds: oldest.sentAtSeconds, id: oldest.id }
    }
    return held.at(-1)
  }

  function drop(): void {
    held = held.slice(0, -1)
  }

  function goTo(next: PageEdge): void {
    edge = next
    held = []
    isOver = false
  }
}

/** Sums up one day's messages, given newest first; `undefined` where none of them has words. */
function talkOf(
  messages: readonly WebhookMessage[],
  { chat, day, hasMore }: { readonly chat: Chat; readonly day: number; readonly hasMore: boolean },
): TalkEvent | undefined {
  const spoken = messages.filter(({ type }) => !wordlessKinds.has(type))
  const [last] = spoken
  if (!last) return undefined
  const { gatewayId, instance, remoteJid } = chat
  const notes = spoken.filter(({ type }) => type === NOTE_TYPE)
  const sent = spoken.filter(({ isFromMe }) => isFromMe)
  const { content, type, isFromMe, change = null } = last
  const words = change === 'taken_back' ? '' : content.slice(0, WORDS_LENGTH)
  return {
    id: `conversa ${day} ${gatewayId} ${instance} ${remoteJid}`,
    at: toIso(last.sentAtSeconds * 1000),
    kind: TimelineKind.talk,
    chat: { gatewayId, instance, remoteJid },
    receivedCount: spoken.length - sent.length,
    sentCount: sent.length - notes.length,
    noteCount: notes.length,
    hasMore,
    last: { content: words, type, isFromMe, change },
  }
}
