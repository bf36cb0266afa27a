import type { WebhookMessage } from '#contract/messages/chat.ts'

type Messages = readonly WebhookMessage[]

/** A run of a thread without gaps, oldest first: what is shown of it. */
export type ThreadWindow = {
  readonly messages: Messages
  readonly hasOlder: boolean
  /** It ends with the newest message; else there are newer ones below. */
  readonly isLive: boolean
}

/** Messages that are shown first, and as many are read with each step further: some screens of them. */
export const PAGE_LENGTH = 50
/** Messages that are shown at once: so many that what an event costs does not grow with a history. */
export const WINDOW_LIMIT = 3 * PAGE_LENGTH

/** What is shown of a thread that nobody has read further up in. */
export function newestOnly(live: Messages): ThreadWindow {
  return {
    messages: live.slice(-PAGE_LENGTH),
    hasOlder: live.length > PAGE_LENGTH,
    isLive: true,
  }
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
  const isShort = messages.length <= PAGE_LENGTH
  if (isShort && (isFollowed || live.length <= PAGE_LENGTH)) return newestOnly(live)
  const joined = join(window, live)
  if (isFollowed) return joined.isLive ? cut(joined, 'older') : newestOnly(live)
  return cut(joined, 'newer')
}

/** The run with the newest messages at its end, if they meet. */
function join(window: ThreadWindow, live: Messages): ThreadWindow {
  const ids = idsOf(live)
  const first = window.messages.findIndex(({ id }) => ids.has(id))
  const met = window.messages[first]
  if (!met) return { ...window, isLive: false }
  const newest = live.slice(live.findIndex(({ id }) => id === met.id))
  return { ...window, messages: [...window.messages.slice(0, first), ...newest], isLive: true }
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
  return page.length >= PAGE_LENGTH
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
