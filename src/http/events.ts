import { api } from '../contract/api/calls.ts'
import { AppError } from '../contract/errors.ts'
import type { AppEvent } from '../contract/events.ts'
import { EVENT_HEARTBEAT_MS } from '../contract/limits.ts'
import { followSignal } from '../domain/followed-signal.ts'
import { pushedText } from './answers/pushed-text.ts'
import { type Binding, bind } from './bind.ts'
import { requireCaller } from './requests/auth.ts'
import type { Services } from './services.ts'

/** A client that falls this many events behind starts over instead. */
const MAX_WAITING_EVENTS = 256
/** Margin: a reading may be this much older than the request of the stream says. */
const LATENCY_MS = 1_000
/** How long a client waits before it connects again. */
const RETRY_MS = 3_000

/** Route of a user's live events, as server-sent events. */
export function eventRoutes({ accounts, events, stopping, settings }: Services): Binding[] {
  const isFull = (userId: string) => events.listenerCount(userId) >= settings.streams

  return [
    bind(api.events, async ({ c, caller, query: { read_ms_ago } }) => {
      if (isFull(caller.user.id)) {
        const retryAfterSeconds = EVENT_HEARTBEAT_MS / 1_000
        throw new AppError('too_many_streams', caller.user.id, { retryAfterSeconds })
      }
      const wasAway = c.req.header('last-event-id') !== undefined
      const isOutdated = () =>
        read_ms_ago !== undefined &&
        events.hasChangedWithin(caller.user.id, read_ms_ago + LATENCY_MS)
      const stream = createEventStream({
        // Checked again: calls at the same time pass the first check together.
        isFull: () => isFull(caller.user.id),
        hasMissedSome: () => wasAway || isOutdated(),
        subscribe: (listener) => events.subscribe(caller.user.id, listener),
        // A session may end while its stream is open.
        isStillAllowed: async () => (await requireCaller(c, accounts)).user.id === caller.user.id,
        stopping,
        gone: c.req.raw.signal,
      })
      return new Response(stream, {
        headers: {
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-store, no-transform',
          // nginx would otherwise hold events back until a buffer is full.
          'x-accel-buffering': 'no',
        },
      })
    }),
  ]
}

function createEventStream({
  isFull,
  hasMissedSome,
  subscribe,
  isStillAllowed,
  stopping,
  gone,
}: {
  /** Whether there is no room for this stream. */
  readonly isFull: () => boolean
  /** Called right after the subscription, so that no event falls between the two. */
  readonly hasMissedSome: () => boolean
  readonly subscribe: (listener: (event: AppEvent) => void) => () => void
  /** Rejects or returns false once the reader may no longer read. */
  readonly isStillAllowed: () => Promise<boolean>
  readonly stopping: AbortSignal
  /** Aborted when the reader's connection closes. */
  readonly gone: AbortSignal
}): ReadableStream<Uint8Array> {
  return pushedText(({ push, waiting, takeBack, end }) => {
    let lastId = 0
    push(`retry: ${RETRY_MS}\n\n`)
    if (stopping.aborted || gone.aborted || isFull()) {
      end()
      return () => undefined
    }
    const unsubscribe = subscribe(send)
    if (hasMissedSome()) send({ type: 'reset' })
    const heartbeat = setInterval(beat, EVENT_HEARTBEAT_MS)
    const { signal, release } = followSignal(stopping)
    for (const ending of [signal, gone]) ending.addEventListener('abort', end, { once: true })
    return () => {
      unsubscribe()
      clearInterval(heartbeat)
      release()
      gone.removeEventListener('abort', end)
    }

    function send(event: AppEvent): void {
      lastId += 1
      // Dropped events cannot be repeated: the reader reads everything again instead.
      const isBehind = waiting().length >= MAX_WAITING_EVENTS
      if (isBehind) takeBack()
      const published: AppEvent = isBehind ? { type: 'reset' } : event
      push(`id: ${lastId}\nevent: ${published.type}\ndata: ${JSON.stringify(published)}\n\n`)
    }

    function beat(): void {
      isStillAllowed().then(
        (isAllowed) => {
          if (!isAllowed) end()
          else if (waiting().length === 0) push(': ping\n\n')
        },
        () => end(),
      )
    }
  })
}
