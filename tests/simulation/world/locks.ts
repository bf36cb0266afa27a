import type { Random } from '../machine/random.ts'
import type { Timeline } from '../machine/timeline.ts'
import type { Account } from './whatsapp-account.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** Messages that were on their way to a lock when the program heard of it: a slow disk takes its time. */
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

  /** Now and then for longer than one timer can wait. */
  function lock(account: Account): number {
    const isLong = random.chance(0.1)
    const forMs = isLong ? random.between(25, 40) * DAY_MS : random.between(10, 300) * MINUTE_MS
    account.lockedUntilMs = timeline.elapsed() + forMs
    account.toldMs = Number.POSITIVE_INFINITY
    return forMs
  }

  /** Whether the program had been told well before, and by its clock the lock still held. */
  function wasKnown(
    { toldMs, toldUntil }: Account,
    { handedMs, handedAt }: { readonly handedMs: number; readonly handedAt: number },
  ): boolean {
    return handedMs > toldMs + TAKING_IN_MS && handedAt < toldUntil
  }
}
