import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream'
import { serviceApi } from '#contract/api/service-api.ts'
import { READ_MS_AGO_MAX } from '#contract/limits.ts'
import { open } from './client.ts'
import { reach, returns, wishes } from './reach.ts'
import { isUnanswered, probe, startAttempt } from './stream-attempt.ts'

const FIRST_RETRY_MS = 1_000
const MAX_RETRY_MS = 15_000
/** How often everything is read while something on the way, such as a proxy, holds events back. */
const SILENCE_REFRESH_MS = 20_000
/** As the id of the last event, this makes the server request that everything be read again. */
const NOTHING_RECEIVED = '0'

/**
 * Reads the event stream, and opens it again whenever it ends, until the signal aborts. Keeps
 * `reach`, what the page knows of the server, up to date.
 */
export async function followEvents({
  signal,
  hasMissedEvents,
  onData,
  onSilence,
}: {
  readonly signal: AbortSignal
  /** Whether events were missed before the first one: the server may have been restarted, too. */
  readonly hasMissedEvents: boolean
  /** Gets the JSON text of each event. */
  readonly onData: (data: string) => void
  /** Called to read everything, at intervals, while the server answers but no events come. */
  readonly onSilence: () => void
}): Promise<void> {
  const silence = repeating(onSilence, SILENCE_REFRESH_MS)
  let retryMs = FIRST_RETRY_MS
  let isFirst = !hasMissedEvents
  let lastEventId = hasMissedEvents ? NOTHING_RECEIVED : ''
  while (!signal.aborted) {
    const attempt = startAttempt(signal)
    try {
      const headers: Record<string, string> = lastEventId ? { 'last-event-id': lastEventId } : {}
      // The screens' data may have changed before the stream was open.
      const query = { read_ms_ago: Math.min(Math.ceil(performance.now()), READ_MS_AGO_MAX) }
      const response = await open(serviceApi.events, { query }, { signal: attempt.signal, headers })
      retryMs = FIRST_RETRY_MS
      reach.set({ isAway: false, nextTryAt: null })
      if (!isFirst) returns.ring()
      const onLine = () => {
        attempt.received()
        silence.stop()
      }
      for await (const { id, data } of readEvents(response, onLine)) {
        lastEventId = id ?? lastEventId
        onData(data)
      }
    } catch (error) {
      // Everything is read again once the stream is back.
      if (!signal.aborted && isUnanswered(error)) reach.set({ isAway: true, nextTryAt: null })
    } finally {
      attempt.end()
    }
    const ending = attempt.ending()
    const isThere = ending === 'silent' && (await probe())
    if (signal.aborted) break
    if (isThere) {
      reach.set({ isAway: false, nextTryAt: null })
      silence.start()
    } else if (ending !== null) reach.set({ isAway: true, nextTryAt: null })
    if (reach.get().isAway) {
      silence.stop()
      reach.set({ isAway: true, nextTryAt: Date.now() + retryMs })
    }
    await pause(retryMs, signal)
    if (reach.get().isAway) reach.set({ isAway: true, nextTryAt: null })
    retryMs = Math.min(retryMs * 2, MAX_RETRY_MS)
    // Events were missed meanwhile, also where the first attempt found no server.
    lastEventId ||= NOTHING_RECEIVED
    isFirst = false
  }
  silence.stop()
  reach.set({ isAway: false, nextTryAt: null })
}

/** Acts at once when it is started, and then at intervals until it is stopped. */
function repeating(act: () => void, everyMs: number) {
  let timer: ReturnType<typeof setInterval> | null = null
  return {
    start: () => {
      if (timer !== null) return
      timer = setInterval(act, everyMs)
      act()
    },
    stop: () => {
      if (timer !== null) clearInterval(timer)
      timer = null
    },
  }
}

async function* readEvents(
  response: Response,
  onChunk: () => void,
): AsyncGenerator<EventSourceMessage> {
  if (!response.body) return
  const signs = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (bytes, controller) => {
      onChunk()
      controller.enqueue(bytes)
    },
  })
  const events = response.body
    .pipeThrough(signs)
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
  const reader = events.getReader()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
  } finally {
    reader.releaseLock()
  }
}

/** Ends early with the session, and when somebody wants an attempt at once. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      stopListening()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    const stopListening = wishes.onRing(end)
    signal.addEventListener('abort', end, { once: true })
  })
}
