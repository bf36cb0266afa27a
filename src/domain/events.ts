import type { AppEvent } from '../contract/events.ts'
import type { Clock } from './clock.ts'

export type Events = ReturnType<typeof createEvents>
export type Publish = Events['publish']
export type Listener = (event: AppEvent) => void

/** Shortest time between two events about the same campaign or contact list. */
const QUIET_MS = 250

/** Publishes events to the listeners of a user. Events without a listener are dropped. */
export function createEvents(clock: Clock) {
  const listeners = new Map<string, Set<Listener>>()
  /**
   * By user and subject: the newest event held back, or null where none came since the last one.
   */
  const quiet = new Map<string, AppEvent | null>()
  /** When the last event of each user was published, even without a listener. */
  const newestMs = new Map<string, number>()

  return { subscribe, publish, hasChangedWithin, listenerCount }

  /** Returns a function that ends the subscription. */
  function subscribe(userId: string, listener: Listener): () => void {
    const own = listeners.get(userId) ?? new Set()
    listeners.set(userId, own)
    own.add(listener)
    return () => {
      own.delete(listener)
      if (own.size === 0 && listeners.get(userId) === own) listeners.delete(userId)
    }
  }

  function listenerCount(userId: string): number {
    return listeners.get(userId)?.size ?? 0
  }

  /**
   * Events of a running campaign come in bursts: the first is published at once, then the newest of
   * each quarter of a second, so that the last state is never lost.
   */
  function publish(userId: string, event: AppEvent): void {
    newestMs.set(userId, clock.now())
    if (!listeners.has(userId)) return
    const subject = burstSubject(event)
    const key = `${userId} ${subject}`
    if (subject === null) send(userId, event)
    else if (quiet.has(key)) quiet.set(key, event)
    else begin(key, userId, event)
  }

  /** Whether a listener that subscribes now has missed an event of the last `ms`. */
  function hasChangedWithin(userId: string, ms: number): boolean {
    const newest = newestMs.get(userId)
    return newest !== undefined && newest >= clock.now() - ms
  }

  function begin(key: string, userId: string, event: AppEvent): void {
    quiet.set(key, null)
    clock.after(QUIET_MS, () => {
      const held = quiet.get(key)
      quiet.delete(key)
      if (held) begin(key, userId, held)
    })
    send(userId, event)
  }

  function send(userId: string, event: AppEvent): void {
    for (const listener of listeners.get(userId) ?? []) listener(event)
  }
}

function burstSubject(event: AppEvent): string | null {
  if (event.type === 'send') return `send ${event.campaignId}`
  if (event.type === 'campaign') return `campaign ${event.id}`
  if (event.type === 'contact_list') return `contact_list ${event.id}`
  return null
}
