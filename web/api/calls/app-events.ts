import { mutate } from 'swr'
import type { AppEvent } from '#contract/events.ts'
import { signalOfSession } from './forget.ts'

/** Events of one kind come in bursts: the data they touch is read again at most this often. */
const REFRESH_INTERVAL_MS = 1_000
/** Listeners to the events themselves, besides the refreshed data. */
const listeners = new Set<(event: AppEvent) => void>()

/** Calls back with every event; returns how to stop that. */
export function onAppEvent(listener: (event: AppEvent) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Hands an event to all listeners. */
export function publishAppEvent(event: AppEvent): void {
  for (const listener of listeners) listener(event)
}

/** Reads all data again whose address begins with `prefix`; frequent calls are throttled. */
export function refresh(prefix: string): void {
  paced(prefix, () =>
    // SWR passes paged answers over here: their hooks listen to the events themselves.
    mutate((key) => typeof key === 'string' && key.startsWith(prefix)),
  )
}

type Pacing = { readonly session: AbortSignal; isWanted: boolean }

const waiting = new Map<string, Pacing>()

/**
 * Throttles `act`: runs it at once, and once more when it was called again meanwhile: at the end of
 * the interval, but not before the first run is done, since a reading that frequent calls restart
 * would never end. Nothing runs for a session that is over.
 */
export function paced(name: string, act: () => Promise<unknown>): void {
  const session = signalOfSession()
  const known = waiting.get(name)
  if (known?.session === session) {
    known.isWanted = true
    return
  }
  const pacing: Pacing = { session, isWanted: false }
  waiting.set(name, pacing)
  const interval = new Promise((resolve) => setTimeout(resolve, REFRESH_INTERVAL_MS))
  // A failure is shown by the screen with the data: it reads them with its own error state.
  void Promise.allSettled([act(), interval]).then(() => {
    if (waiting.get(name) !== pacing) return
    waiting.delete(name)
    if (pacing.isWanted && !session.aborted) paced(name, act)
  })
}
