import { WARM_UP_FIRST_DAY } from '../../../contract/limits.ts'

/**
 * The first messages of a device, to people never written to from it, and how many of them it may
 * send in a day. Pure rules; `holds.ts` keeps and applies them.
 */
export type FirstMessages = {
  /** How many left in the last 24 hours, by minute since 1970, the oldest first. */
  readonly firstMessages: readonly { readonly minute: number; readonly count: number }[]
  /** What the device's owner allows in 24 hours; null: no limit. */
  readonly dailyLimit: number | null
  /** Null: it is not being warmed up. */
  readonly warmUp: WarmUp | null
}

/** The limit of a number that begins slowly. A rule of thumb: WhatsApp tells nobody its limits. */
type WarmUp = {
  readonly limit: number
  /** When the first message of its day left; null before that. */
  readonly dayStartMs: number | null
  /** When a refusal halved it last. */
  readonly halvedAtMs: number | null
}

const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60
const DAY_MS = DAY_MINUTES * MINUTE_MS
const WARM_UP_GROWTH = 1.25
/** Days that a forecast counts at most: so far ahead, it says nothing any more. */
const DAYS_FORESEEN = 3_650

export const noFirstMessages: FirstMessages = { firstMessages: [], dailyLimit: null, warmUp: null }

export function newWarmUp(): WarmUp {
  return { limit: WARM_UP_FIRST_DAY, dayStartMs: null, halvedAtMs: null }
}

/** First messages allowed in 24 hours; null: no limit. */
export function limitAt({ dailyLimit, warmUp }: FirstMessages, nowMs: number): number | null {
  const limits = [dailyLimit, warmUp && warmUpLimit(warmUp, nowMs)].filter((each) => each !== null)
  return limits.length === 0 ? null : Math.min(...limits)
}

/** A quarter more after each day on which first messages left and none was refused. */
function warmUpLimit({ limit, dayStartMs }: WarmUp, nowMs: number): number {
  const isDayOver = dayStartMs !== null && nowMs >= dayStartMs + DAY_MS
  return isDayOver ? Math.floor(limit * WARM_UP_GROWTH) : limit
}

/**
 * Whole days that pass until so many first messages have left, if none is refused: today those that
 * there is room for, then a day's worth each day.
 */
export function daysUntilSent(
  messageCount: number,
  {
    sentToday,
    today,
    dailyLimit,
    isWarmingUp,
  }: {
    readonly sentToday: number
    readonly today: number
    readonly dailyLimit: number | null
    readonly isWarmingUp: boolean
  },
): number {
  let left = messageCount - Math.max(0, today - sentToday)
  let limit = today
  let days = 0
  while (left > 0 && days < DAYS_FORESEEN) {
    days += 1
    const grown = isWarmingUp ? Math.floor(limit * WARM_UP_GROWTH) : limit
    limit = Math.max(1, Math.min(grown, dailyLimit ?? grown))
    left -= limit
  }
  return days
}

/** First messages of the last 24 hours; a minute that is partly within them counts as a whole. */
export function countAt({ firstMessages }: FirstMessages, nowMs: number): number {
  return firstMessages
    .filter(({ minute }) => isOfLastDay(minute, nowMs))
    .reduce((sum, { count }) => sum + count, 0)
}

export function hasRoom(state: FirstMessages, nowMs: number): boolean {
  const limit = limitAt(state, nowMs)
  return limit === null || countAt(state, nowMs) < limit
}

/** When the next first message may leave; null where one may now. */
export function roomAtMs(state: FirstMessages, nowMs: number): number | null {
  const limit = limitAt(state, nowMs)
  if (limit === null) return null
  let count = countAt(state, nowMs)
  if (count < limit) return null
  const grownMs = state.warmUp?.dayStartMs ? state.warmUp.dayStartMs + DAY_MS : 0
  for (const { minute, count: ofMinute } of state.firstMessages) {
    if (!isOfLastDay(minute, nowMs)) continue
    const freeMs = (minute + 1) * MINUTE_MS + DAY_MS
    const grown = grownMs > nowMs && grownMs < freeMs ? limitAt(state, grownMs) : null
    if (grown !== null && count < grown) return grownMs
    count -= ofMinute
    if (count < limit) return freeMs
  }
  return nowMs + DAY_MS
}

/** Counts one more, which is about to leave. */
export function withFirst(state: FirstMessages, nowMs: number): FirstMessages {
  const minute = minuteOf(nowMs)
  const kept = state.firstMessages.filter((each) => isOfLastDay(each.minute, nowMs))
  const last = kept.at(-1)
  const firstMessages =
    last?.minute === minute
      ? [...kept.slice(0, -1), { minute, count: last.count + 1 }]
      : [...kept, { minute, count: 1 }]
  return { ...state, firstMessages, warmUp: state.warmUp && startedDay(state.warmUp, nowMs) }
}

/** Takes back one counted in this minute: it did not leave, or WhatsApp refused it. */
export function withoutFirst(state: FirstMessages, minute: number): FirstMessages {
  const firstMessages = state.firstMessages
    .map((each) => (each.minute === minute ? { minute, count: each.count - 1 } : each))
    .filter(({ count }) => count > 0)
  return { ...state, firstMessages }
}

/** Halves the warm-up's limit after a refused first message; refusals of one day count as one. */
export function withRefusedFirst(state: FirstMessages, nowMs: number): FirstMessages {
  if (!state.warmUp) return state
  const { halvedAtMs } = state.warmUp
  const limit = warmUpLimit(state.warmUp, nowMs)
  if (halvedAtMs !== null && nowMs < halvedAtMs + DAY_MS) {
    return { ...state, warmUp: { limit, dayStartMs: null, halvedAtMs } }
  }
  const halved = Math.max(1, Math.floor(limit / 2))
  return { ...state, warmUp: { limit: halved, dayStartMs: null, halvedAtMs: nowMs } }
}

function startedDay(warmUp: WarmUp, nowMs: number): WarmUp {
  const { dayStartMs } = warmUp
  if (dayStartMs !== null && Math.abs(nowMs - dayStartMs) < DAY_MS) return warmUp
  return { ...warmUp, limit: warmUpLimit(warmUp, nowMs), dayStartMs: nowMs }
}

export function minuteOf(atMs: number): number {
  return Math.floor(atMs / MINUTE_MS)
}

/** A clock that was far ahead for a while must not count its messages for years. */
function isOfLastDay(minute: number, nowMs: number): boolean {
  return Math.abs(minute - minuteOf(nowMs)) <= DAY_MINUTES
}
