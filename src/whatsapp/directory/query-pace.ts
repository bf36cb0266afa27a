import { growingPauseMs } from '../../contract/growing-pause.ts'
import type { Clock } from '../../domain/clock.ts'
import { createSerial } from '../../domain/serial.ts'
import { RATE_LIMITED } from '../../domain/whatsapp-codes.ts'
import { DirectoryError } from './usync.ts'

export type QueryPace = ReturnType<typeof createQueryPace>
export type QueryBackoffs = ReturnType<typeof createQueryBackoffs>

/** Pause between two queries for who is on WhatsApp, while they run ahead of the sends. */
const CONTACT_GAP_MS = 5_000
/**
 * The next query is due at once when fewer found people than this wait for their message, or fewer
 * than a send window and a half: the answer, and sessions for all it names, have to be there before
 * the window runs empty.
 */
const PEOPLE_AHEAD_MIN = 8
const WINDOWS_AHEAD_MIN = 1.5
/** After this time nobody counts as waiting any more: no message may follow at all. */
const AHEAD_MS = 120_000
const AHEAD_KEPT = 200

/** Milliseconds since any moment. */
type PaceClock = Pick<Clock, 'now' | 'after'>

const monotonic: PaceClock = {
  now: () => performance.now(),
  after: (ms, work) => {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
}

const backoff = { firstMs: 60_000, factor: 5, longestMs: 30 * 60_000 }

/**
 * Keeps the pace of queries to WhatsApp's directory, which watches them: one at a time, those about
 * numbers spaced out, and none of them while the server asks to wait.
 */
export function createQueryPace({
  backoffs,
  sendWindow,
  clock = monotonic,
}: {
  readonly backoffs: QueryBackoffs
  /** Messages that may wait for their acknowledgement at once. */
  readonly sendWindow: number
  readonly clock?: PaceClock
}) {
  const { now } = clock
  const peopleAheadMin = Math.max(PEOPLE_AHEAD_MIN, sendWindow * WINDOWS_AHEAD_MIN)
  const inTurn = createSerial()
  const { contacts, devices } = backoffs
  /** When people were found whose message has not come up yet. */
  const ahead = new Map<string, number>()
  let lastContactAt = Number.NEGATIVE_INFINITY
  let hurry: () => void = () => undefined
  return { contact, device, found, cameUp }

  /** @throws DirectoryError at once, without asking, while the server wants no such query */
  function contact<T>(query: () => Promise<T>): Promise<T> {
    // In a line of its own: a query about devices must not wait for the pause of one about numbers.
    return inTurn('contacts', async () => {
      contacts.check()
      await untilDue()
      return inTurn('usync', async () => {
        try {
          return await contacts.watch(query)
        } finally {
          // The server counts from when it got the query, which is at the latest now.
          lastContactAt = now()
        }
      })
    })
  }

  /** @throws as `contact` does */
  function device<T>(query: () => Promise<T>): Promise<T> {
    return inTurn('usync', async () => {
      devices.check()
      return devices.watch(query)
    })
  }

  /** Notes people who were found, and will get a message one after the other. */
  function found(names: readonly string[]): void {
    for (const name of names) ahead.set(name, now())
    for (const name of ahead.keys()) {
      if (ahead.size <= AHEAD_KEPT) break
      ahead.delete(name)
    }
  }

  /** Notes that the message of somebody who was found is on its way. */
  function cameUp(name: string): void {
    if (ahead.delete(name) && ahead.size < peopleAheadMin) hurry()
  }

  async function untilDue(): Promise<void> {
    for (const [name, at] of ahead) if (now() - at > AHEAD_MS) ahead.delete(name)
    const waitMs = lastContactAt + CONTACT_GAP_MS - now()
    if (waitMs <= 0 || ahead.size < peopleAheadMin) return
    await new Promise<void>((resolve) => {
      const cancel = clock.after(waitMs, resolve)
      hurry = () => {
        cancel()
        resolve()
      }
    })
    hurry = () => undefined
  }
}

/** The times in which a device is not to ask: WhatsApp does not forget them with a connection. */
export function createQueryBackoffs({ now }: Pick<PaceClock, 'now'> = monotonic) {
  return {
    contacts: createBackoff(now, { toleratedRefusals: 0 }),
    // Whoever is about to get a message may be asked about once more after a refusal.
    devices: createBackoff(now, { toleratedRefusals: 1 }),
  }
}

/** The time in which one kind of query is not to be sent. */
function createBackoff(now: () => number, { toleratedRefusals }: { toleratedRefusals: number }) {
  let until = Number.NEGATIVE_INFINITY
  let refusals = 0
  return { check, watch }

  function check(): void {
    const leftMs = until - now()
    if (leftMs <= 0) return
    const backoff = String(Math.ceil(leftMs / 1000))
    throw new DirectoryError({
      attrs: { code: String(RATE_LIMITED), text: 'rate-overlimit', backoff },
    })
  }

  async function watch<T>(query: () => Promise<T>): Promise<T> {
    try {
      const answer = await query()
      refusals = 0
      return answer
    } catch (error) {
      if (error instanceof DirectoryError && error.data === RATE_LIMITED) {
        refused(error)
        // Throws with the wait that applies from now on, which the server may not have named.
        check()
      }
      throw error
    }
  }

  function refused({ backoffSeconds }: DirectoryError): void {
    refusals += 1
    const count = refusals - toleratedRefusals
    if (count < 1) return
    const grown = growingPauseMs(count - 1, backoff)
    until = now() + (backoffSeconds === null ? grown : backoffSeconds * 1000)
  }
}
