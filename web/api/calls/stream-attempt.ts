import { serviceApi } from '#contract/api/service-api.ts'
import { EVENT_HEARTBEAT_MS } from '#contract/limits.ts'
import { CallError } from './call-error.ts'
import { read } from './client.ts'
import { doubts } from './reach.ts'

/** A server that is there answers sooner, and begins its stream, however busy it is. */
const ANSWER_MS = 10_000
/** The same for its smallest answer, the probe, which is made when a call got none. */
const PROBE_MS = 2_000
/** A stream without a sign of life for this long is dead, whatever the network says. */
const SILENCE_MS = 2.5 * EVENT_HEARTBEAT_MS

/** Nothing came for too long, or the server did not answer a probe. */
type Ending = 'silent' | 'unanswered'

/** One attempt's own signal: it ends with the session, by silence, and where a probe got no answer. */
export function startAttempt(session: AbortSignal) {
  const controller = new AbortController()
  const leave = () => controller.abort()
  session.addEventListener('abort', leave)
  if (session.aborted) leave()
  let ending: Ending | null = null
  const giveUp = (why: Ending) => {
    ending ??= why
    controller.abort()
  }
  const watch = (ms: number) => setTimeout(() => giveUp('silent'), ms)
  let timer = watch(ANSWER_MS)
  let isProbing = false
  const stopDoubting = doubts.onRing(() => {
    if (isProbing) return
    isProbing = true
    void probe().then((isThere) => {
      isProbing = false
      if (!isThere) giveUp('unanswered')
    })
  })
  return {
    signal: controller.signal,
    /** Why it was given up; null where it was not. */
    ending: (): Ending | null => ending,
    /** To be called with each sign of life. */
    received: () => {
      clearTimeout(timer)
      timer = watch(SILENCE_MS)
    },
    end: () => {
      clearTimeout(timer)
      stopDoubting()
      session.removeEventListener('abort', leave)
    },
  }
}

/** Whether the server answers at all. */
export async function probe(): Promise<boolean> {
  try {
    await read(serviceApi.health, {}, { signal: AbortSignal.timeout(PROBE_MS) })
    return true
  } catch (error) {
    return error instanceof CallError && !isUnanswered(error)
  }
}

/** Whether nothing answered, or only a proxy in front of the server. */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof CallError)) return false
  return error.code === 'offline' || (error.code === 'strange_answer' && error.status >= 502)
}
