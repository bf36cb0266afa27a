import { RestrictionKind } from '../../../contract/devices/device-standing.ts'
import type { NewChatCap, TimeLock } from '../../account-limits.ts'
import type { DeviceKey } from '../../messenger.ts'
import { type FirstMessages, noFirstMessages } from './first-messages.ts'

/**
 * How a device stands with WhatsApp: what holds its first messages back, and what became of the
 * last ones. Pure rules; `holds.ts` keeps it and acts on it.
 */
export type Standing = FirstMessages & {
  /** The `deviceId` its owner gave. */
  readonly id: string
  readonly key: DeviceKey
  /** WhatsApp's lock on first messages. */
  readonly lock: Hold | null
  /** WhatsApp's limit on new chats is used up. */
  readonly capped: Hold | null
  /** Our own pause, after refusals that no lock explains. */
  readonly refusals: Hold | null
  readonly cap: NewChatCap | null
  /** After a hold one stranger is written to, before any other is. */
  readonly isProbeDue: boolean
  /** How many strangers in a row were refused last. */
  readonly refusedInRow: number
  /** Results of the last strangers, the newest last: 1 for a refusal, 0 for an acceptance. */
  readonly recent: string
  /** The last accepted messages, the newest last: 1 for a delivered one, 0 for any other. */
  readonly deliveries: string
}

export type Hold = {
  readonly kind: string
  readonly sinceMs: number
  /** When it ends, where that is known. */
  readonly untilMs: number | null
  /** When one stranger is tried, at the latest. */
  readonly probeMs: number
}

const HOUR_MS = 3_600_000
/** Where WhatsApp names no end of a restriction, one message is attempted after this time. */
const UNKNOWN_END_MS = HOUR_MS
/** Other clients' authors leave strangers alone for a day after the first refusals. */
const REFUSALS_HOLD_MS = 24 * HOUR_MS
/**
 * WhatsApp names the second in which a restriction ends, by its own clock, and each message that is
 * too early prolongs it. It announces the end, and is asked for it: where neither gives an answer,
 * a stranger is tried this long after the named end.
 */
const ASSUMED_END_MS = 60_000
const REFUSED_IN_ROW_MAX = 3
const RECENT_COUNT = 50
/** A pause begins where more than a fifth of the last strangers were refused. */
const RECENT_REFUSED_MAX = RECENT_COUNT / 5
const DEFAULT_LOCK = 'DEFAULT'

export function newStanding(id: string, key: DeviceKey): Standing {
  return {
    id,
    key,
    lock: null,
    capped: null,
    refusals: null,
    cap: null,
    isProbeDue: false,
    refusedInRow: 0,
    recent: '',
    deliveries: '',
    ...noFirstMessages,
  }
}

/** The hold that lasts longest of those in force. */
export function holdOf({ lock, capped, refusals }: Standing, nowMs: number): Hold | null {
  const inForce = [lock, capped, refusals].filter((hold) => hold !== null && hold.probeMs > nowMs)
  return inForce.reduce((longest, hold) => {
    return longest && hold && longest.probeMs >= hold.probeMs ? longest : hold
  }, null)
}

/** What WhatsApp says is taken as it is, except that "no end known" never replaces a known end. */
export function withLock(standing: Standing, lock: TimeLock, nowMs: number): Standing {
  if (!lock.isActive) return { ...standing, lock: null }
  const untilMs = lock.until === null ? null : Date.parse(lock.until)
  return {
    ...standing,
    lock: held(standing.lock, { kind: lock.kind, untilMs, nowMs }),
    isProbeDue: true,
  }
}

/** A first message was refused, and WhatsApp did not say until when it locks them. */
export function withUnclearLock(standing: Standing, nowMs: number): Standing {
  const kind = standing.lock?.kind ?? DEFAULT_LOCK
  return {
    ...standing,
    lock: held(standing.lock, { kind, untilMs: null, nowMs }),
    isProbeDue: true,
  }
}

export function withCap(standing: Standing, cap: NewChatCap, nowMs: number): Standing {
  if (!isUsedUp(cap)) return { ...standing, cap, capped: null }
  const untilMs = cap.cycleEndsAt === null ? null : Date.parse(cap.cycleEndsAt)
  const capped = held(standing.capped, { kind: RestrictionKind.newChatCap, untilMs, nowMs })
  return { ...standing, cap, capped, isProbeDue: true }
}

/** A new chat was refused for WhatsApp's limit (475), whatever it said of the limit before. */
export function withCapRefusal(standing: Standing, nowMs: number): Standing {
  const endsAt = standing.cap?.cycleEndsAt ?? null
  const knownMs = endsAt === null ? null : Date.parse(endsAt)
  const untilMs = knownMs !== null && knownMs > nowMs ? knownMs : null
  const capped = held(standing.capped, { kind: RestrictionKind.newChatCap, untilMs, nowMs })
  return { ...standing, capped, isProbeDue: true }
}

function isUsedUp({ status, total, used }: NewChatCap): boolean {
  return status === 'CAPPED' || (total !== null && used >= total)
}

function held(
  before: Hold | null,
  given: { kind: string; untilMs: number | null; nowMs: number; marginMs?: number },
): Hold {
  const { kind, untilMs, nowMs, marginMs = ASSUMED_END_MS } = given
  const isGoingOn = before !== null && before.probeMs > nowMs
  const sinceMs = isGoingOn ? before.sinceMs : nowMs
  if (untilMs !== null) {
    return { kind, sinceMs, untilMs, probeMs: Math.max(untilMs, nowMs) + marginMs }
  }
  if (isGoingOn && before.untilMs !== null) return { ...before, kind }
  return { kind, sinceMs, untilMs: null, probeMs: nowMs + UNKNOWN_END_MS }
}

/** A stranger was refused (463) although no lock is in force. */
export function withRefusal(before: Standing, nowMs: number): Standing {
  const refusedInRow = before.refusedInRow + 1
  const recent = noted(before.recent, '1')
  const standing = { ...before, refusedInRow, recent }
  const refusedCount = [...recent].filter((each) => each === '1').length
  if (refusedInRow < REFUSED_IN_ROW_MAX && refusedCount <= RECENT_REFUSED_MAX) return standing
  const untilMs = nowMs + REFUSALS_HOLD_MS
  return {
    ...standing,
    refusals: held(before.refusals, {
      kind: RestrictionKind.refusals,
      untilMs,
      nowMs,
      marginMs: 0,
    }),
    isProbeDue: true,
    // If the first one after the pause is refused too, that is enough for another pause.
    refusedInRow: REFUSED_IN_ROW_MAX - 1,
    recent: '',
  }
}

/** A stranger's message was accepted. */
export function withAcceptance(standing: Standing): Standing {
  return { ...standing, refusedInRow: 0, recent: noted(standing.recent, '0') }
}

function noted(recent: string, result: '0' | '1'): string {
  return (recent + result).slice(-RECENT_COUNT)
}
