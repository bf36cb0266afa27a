import { CHAT_MESSAGES_LIMIT } from '#contract/limits.ts'
import type { WebhookMessage } from '#contract/messages/chat.ts'

type Messages = readonly WebhookMessage[]

/** A run of a thread without gaps, oldest first: what is shown of it. */
export type ThreadWindow = {
  readonly messages: Messages
  readonly hasOlder: boolean
  /** It ends with the newest message; else there are newer ones below. */
  readonly isLive: boolean
}

/** Messages that are shown at once: so many that what an event costs does not grow with a history. */
export const WINDOW_LIMIT = 4 * CHAT_MESSAGES_LIMIT

/** What is shown of a thread that nobody has read further up in. */
export function newestOnly(live: Messages): ThreadWindow {
  return { messages: live, hasOlder: live.length >= CHAT_MESSAGES_LIMIT, isLive: true }
}

/**
 * Takes the newest messages as the server has them now. What they leave out stays above them for
 * whoever reads there; where so many came at once that there is a gap, they are further down.
 */
export function withNewest(
  window: ThreadWindow,
  live: Messages,
  { isFollowed }: { readonly isFollowed: boolean },
): ThreadWindow {
  const { messages, isLive } = window
  if (!isLive) return window
  const isShort = messages.length <= CHAT_MESSAGES_LIMIT
  if (isShort && (isFollowed || live.length < CHAT_MESSAGES_LIMIT)) return newestOnly(live)
  const joined = join(window, live)
  if (isFollowed) return joined.isLive ? cut(joined, 'older') : newestOnly(live)
  return cut(joined, 'newer')
}

/** The run with the newest page at its end, if they meet. */
function join(window: ThreadWindow, live: Messages): ThreadWindow {
  const ids = idsOf(live)
  const first = window.messages.findIndex(({ id }) => ids.has(id))
  if (first < 0) return { ...window, isLive: false }
  return { ...window, messages: [...window.messages.slice(0, first), ...live], isLive: true }
}

/** Adds the page before. */
export function withOlder(window: ThreadWindow, page: Messages): ThreadWindow {
  const messages = [...newIn(page, window.messages), ...window.messages]
  return cut({ ...window, messages, hasOlder: isFull(page) }, 'newer')
}

/** Adds the page after; with the last one the run is live again. */
export function withNewer(window: ThreadWindow, page: Messages, live: Messages): ThreadWindow {
  const known = idsOf(live)
  const isLive = !isFull(page) || page.some(({ id }) => known.has(id))
  const messages = [...window.messages, ...newIn(page, window.messages)]
  const grown = { ...window, messages, isLive }
  return cut(isLive ? join(grown, live) : grown, 'older')
}

/** The run around one message, from the pages before and after it. */
export function around(
  message: WebhookMessage,
  { before, after }: { readonly before: Messages; readonly after: Messages },
  live: Messages,
): ThreadWindow {
  const start = { messages: [message], hasOlder: true, isLive: false }
  return withNewer(withOlder(start, before), after, live)
}

/** The last message that was there at a moment. */
export function lastBy(messages: Messages, seconds: number): WebhookMessage | undefined {
  return messages.findLast(({ sentAtSeconds }) => sentAtSeconds <= seconds)
}

function isFull(page: Messages): boolean {
  return page.length >= CHAT_MESSAGES_LIMIT
}

/** A run that is too long loses its far end, which can be read again. */
function cut(window: ThreadWindow, lost: 'older' | 'newer'): ThreadWindow {
  if (window.messages.length <= WINDOW_LIMIT) return window
  return lost === 'older'
    ? { ...window, messages: window.messages.slice(-WINDOW_LIMIT), hasOlder: true }
    : { ...window, messages: window.messages.slice(0, WINDOW_LIMIT), isLive: false }
}

function newIn(page: Messages, known: Messages): Messages {
  const ids = idsOf(known)
  return page.filter(({ id }) => !ids.has(id))
}

function idsOf(messages: Messages): ReadonlySet<string> {
  return new Set(messages.map(({ id }) => id))
}
