import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream'
import { serviceApi } from '#contract/api/service-api.ts'
import { EVENT_HEARTBEAT_MS, READ_MS_AGO_MAX } from '#contract/limits.ts'
import { CallError } from './call-error.ts'
import { open, read } from './client.ts'
import { doubts, reach, returns, wishes } from './reach.ts'

const FIRST_RETRY_MS = 1_000
const MAX_RETRY_MS = 15_000
/** A server that is there answers sooner, however busy it is. */
const ANSWER_MS = 10_000
/** The same for its smallest answer, asked for when a call got none. */
const PROBE_MS = 2_000
/** A stream without a sign of life for this long is dead, whatever the network says. */
const SILENCE_MS = 2.5 * EVENT_HEARTBEAT_MS
/** As the id of the last event, this makes the server request that everything be read again. */
const NOTHING_HEARD = '0'

/**
 * Reads the event stream, and opens it again whenever it ends, until the signal says so. What it
 * meets is what the page knows of the server (`reach`).
 */
export async function followEvents({
  signal,
  hasMissedEvents,
  onData,
}: {
  readonly signal: AbortSignal
  /** Whether events were missed before the first one. */
  readonly hasMissedEvents: boolean
  /** Gets the JSON text of each event. */
  readonly onData: (data: string) => void
}): Promise<void> {
  let retryMs = FIRST_RETRY_MS
  let wasOpen = false
  let lastEventId = hasMissedEvents ? NOTHING_HEARD : ''
  while (!signal.aborted) {
    const attempt = startAttempt(signal)
    try {
      const headers: Record<string, string> = lastEventId ? { 'last-event-id': lastEventId } : {}
      // The screens' data may have changed before the stream was open.
      const query = { read_ms_ago: Math.min(Math.ceil(performance.now()), READ_MS_AGO_MAX) }
      const response = await open(serviceApi.events, { query }, { signal: attempt.signal, headers })
      retryMs = FIRST_RETRY_MS
      reach.set({ isAway: false, nextTryAt: null })
      if (wasOpen) returns.ring()
      wasOpen = true
      for await (const { id, data } of readEvents(response, attempt.heard)) {
        lastEventId = id ?? lastEventId
        onData(data)
      }
    } catch (error) {
      // Everything is read again once the stream is back.
      if (!signal.aborted && (attempt.isSilent() || isUnanswered(error))) {
        reach.set({ isAway: true, nextTryAt: null })
      }
    } finally {
      attempt.end()
    }
    if (signal.aborted) break
    if (reach.get().isAway) reach.set({ isAway: true, nextTryAt: Date.now() + retryMs })
    await pause(retryMs, signal)
    if (reach.get().isAway) reach.set({ isAway: true, nextTryAt: null })
    retryMs = Math.min(retryMs * 2, MAX_RETRY_MS)
    // Events since then were missed.
    lastEventId ||= NOTHING_HEARD
  }
  reach.set({ isAway: false, nextTryAt: null })
}

/** One attempt's own signal: it ends with the session, by silence, and where a probe got no answer. */
function startAttempt(session: AbortSignal) {
  const controller = new AbortController()
  const leave = () => controller.abort()
  session.addEventListener('abort', leave)
  if (session.aborted) leave()
  let isSilent = false
  const giveUp = () => {
    isSilent = true
    controller.abort()
  }
  let timer = setTimeout(giveUp, ANSWER_MS)
  let isProbing = false
  const stopDoubting = doubts.onRing(() => {
    if (isProbing) return
    isProbing = true
    probe().then((isThere) => {
      isProbing = false
      if (!isThere) giveUp()
    }, giveUp)
  })
  return {
    signal: controller.signal,
    isSilent: () => isSilent,
    /** To be called with each sign of life. */
    heard: () => {
      clearTimeout(timer)
      timer = setTimeout(giveUp, SILENCE_MS)
    },
    end: () => {
      clearTimeout(timer)
      stopDoubting()
      session.removeEventListener('abort', leave)
    },
  }
}

async function probe(): Promise<boolean> {
  try {
    await read(serviceApi.health, {}, { signal: AbortSignal.timeout(PROBE_MS) })
    return true
  } catch (error) {
    return error instanceof CallError && !isUnanswered(error)
  }
}

/** Whether nobody answered, or only what stands before the server. */
function isUnanswered(error: unknown): boolean {
  if (!(error instanceof CallError)) return false
  return error.code === 'offline' || (error.code === 'strange_answer' && error.status >= 502)
}

async function* readEvents(
  response: Response,
  heard: () => void,
): AsyncGenerator<EventSourceMessage> {
  heard()
  if (!response.body) return
  const signs = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (bytes, controller) => {
      heard()
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
