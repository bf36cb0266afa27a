import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net'

/** How long an address of several is tried before the next: a slow line may lose the first packet. */
const ATTEMPT_MS = 5_000

/**
 * Gives connections of this thread the time that a slow line needs. Node alone turns to a host's
 * next address after a quarter of a second, and does not come back: where that one is of IPv6 and
 * the line has none, the host is never reached. Every thread has a setting of its own.
 */
export function setConnectionPatience(): void {
  setDefaultAutoSelectFamilyAttemptTimeout(ATTEMPT_MS)
}
