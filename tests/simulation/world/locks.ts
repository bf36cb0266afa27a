import type { Random } from '../machine/random.ts'
import type { Timeline } from '../machine/timeline.ts'
import type { Account } from './whatsapp-account.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/**
 * Time for the program to store a lock on a slow disk: messages handed over until then are excused.
 */
const TAKING_IN_MS = 10_000

/** WhatsApp's locks on first messages. */
export function createLocks({
  timeline,
  random,
}: {
  readonly timeline: Timeline
  readonly random: Random
}) {
  return { isLocked, lock, wasKnown }

  function isLocked({ lockedUntilMs }: Account): boolean {
    return timeline.elapsed() < lockedUntilMs
  }

  /** Locks an account, now and then for longer than one timer can wait. */
  function lock(account: Account): number {
    const isLong = random.chance(0.1)
    const forMs = isLong ? random.between(25, 40) * DAY_MS : random.between(10, 300) * MINUTE_MS
    account.lockedUntilMs = timeline.elapsed() + forMs
    account.toldMs = Number.POSITIVE_INFINITY
    return forMs
  }

  /**
   * Whether the program had known the lock for long enough, and it still held by the program's
   * clock.
   */
  function wasKnown(
    { toldMs, toldUntil }: Account,
    { handedMs, handedAt }: { readonly handedMs: number; readonly handedAt: number },
  ): boolean {
    return handedMs > toldMs + TAKING_IN_MS && handedAt < toldUntil
  }
}
