import { type RecipientChange, RecipientStatus } from '../sending/recipient.ts'
import type { OwnedStore } from '../store.ts'
import { dayOfHour, hourOf } from './calendar.ts'

/** The messages of one campaign that were accepted within one hour. */
export type HourStats = {
  /** Hours since the epoch. */
  readonly hour: number
  readonly acceptedCount: number
  /** How many of those accepted in this hour were delivered, whenever: at most `acceptedCount`. */
  readonly deliveredCount: number
  /** The same of those read, and of those answered. Absent in versions that did not count them. */
  readonly readCount?: number
  readonly replyCount?: number
  /** Epoch milliseconds of the first and the last acceptance. */
  readonly firstMs: number
  readonly lastMs: number
}

/** The running totals of a campaign. They outlive its record. */
export type CampaignStats = {
  /** The campaign's id. */
  readonly id: string
  readonly instanceName: string
  /** False while the ledger may be ahead and no campaign record is left to carry the mark. */
  readonly isSettled: boolean
  /** Ascending; only hours with an accepted message. */
  readonly hours: readonly HourStats[]
}

export type CampaignStatsStore = OwnedStore<CampaignStats>

export type Totals = {
  readonly acceptedCount: number
  readonly deliveredCount: number
  readonly readCount: number
  readonly replyCount: number
  /** Between consecutive acceptances of one campaign; each gap counts where it ends. */
  readonly gapMs: number
  readonly gapCount: number
}

export const noTotals: Totals = {
  ...{ acceptedCount: 0, deliveredCount: 0, readCount: 0, replyCount: 0 },
  ...{ gapMs: 0, gapCount: 0 },
}

/** Whether some hours lack reads and answers, as in earlier versions: a recount adds them. */
export function lacksAnswers({ hours }: Pick<CampaignStats, 'hours'>): boolean {
  return hours.some(
    ({ readCount, replyCount }) => readCount === undefined || replyCount === undefined,
  )
}

export function addTotals(sum: Totals, more: Totals, sign: 1 | -1 = 1): Totals {
  return {
    acceptedCount: sum.acceptedCount + sign * more.acceptedCount,
    deliveredCount: sum.deliveredCount + sign * more.deliveredCount,
    readCount: sum.readCount + sign * more.readCount,
    replyCount: sum.replyCount + sign * more.replyCount,
    gapMs: sum.gapMs + sign * more.gapMs,
    gapCount: sum.gapCount + sign * more.gapCount,
  }
}

/** The share of one recipient in its hour. */
export type StatsChange = {
  /** Time of the acceptance in epoch milliseconds, which decides the hour. */
  readonly atMs: number
  /** -1: the recipient's phone cannot show what WhatsApp had accepted. */
  readonly acceptedCount: -1 | 0 | 1
  readonly deliveredCount: 0 | 1
  readonly readCount: 0 | 1
  readonly replyCount: 0 | 1
}

/** The change of the totals by a fact; `undefined` where there is none. */
export function changeOf({
  before,
  after,
}: Pick<RecipientChange, 'before' | 'after'>): StatsChange | undefined {
  const wasAccepted = before.status === RecipientStatus.accepted
  const isAccepted = after.status === RecipientStatus.accepted
  if (wasAccepted && !isAccepted) {
    return { ...nothing, atMs: before.sentAtMs, acceptedCount: -1 }
  }
  const acceptedCount = isAccepted && !wasAccepted ? 1 : 0
  const deliveredCount = after.deliveredAtMs > 0 && before.deliveredAtMs === 0 ? 1 : 0
  const readCount = after.readAtMs > 0 && before.readAtMs === 0 ? 1 : 0
  const replyCount = after.repliedAtMs > 0 && before.repliedAtMs === 0 ? 1 : 0
  if (acceptedCount + deliveredCount + readCount + replyCount === 0) return undefined
  return { atMs: after.sentAtMs, acceptedCount, deliveredCount, readCount, replyCount }
}

const nothing = { deliveredCount: 0, readCount: 0, replyCount: 0 } as const

/**
 * Adds a change to the hours; also returns the first position that differs. An acceptance that is
 * undone leaves the first and last time of its hour as they were, since the message did go out.
 */
export function withChange(
  hours: readonly HourStats[],
  { atMs, acceptedCount, deliveredCount, readCount, replyCount }: StatsChange,
): { readonly hours: readonly HourStats[]; readonly place: number } {
  const hour = hourOf(atMs)
  const place = hours.findLastIndex((each) => each.hour <= hour)
  const known = hours[place]
  if (known?.hour !== hour) {
    if (acceptedCount < 0) return { hours, place: Math.max(0, place) }
    const counts = { acceptedCount, deliveredCount, readCount, replyCount }
    const added = { hour, ...counts, firstMs: atMs, lastMs: atMs }
    return { hours: hours.toSpliced(place + 1, 0, added), place: place + 1 }
  }
  if (known.acceptedCount + acceptedCount === 0) return { hours: hours.toSpliced(place, 1), place }
  const grown = {
    hour,
    acceptedCount: known.acceptedCount + acceptedCount,
    deliveredCount: known.deliveredCount + deliveredCount,
    ...(known.readCount !== undefined && { readCount: known.readCount + readCount }),
    ...(known.replyCount !== undefined && { replyCount: known.replyCount + replyCount }),
    firstMs: Math.min(known.firstMs, atMs),
    lastMs: Math.max(known.lastMs, atMs),
  }
  return { hours: hours.with(place, grown), place }
}

/**
 * The share of the hour at this position in its day. The gaps between ordered acceptances add up to
 * the time from the last one before the hour to the last one in it, so no single gap is stored.
 */
export function totalsAt(
  hours: readonly HourStats[],
  place: number,
): { readonly day: string; readonly totals: Totals } | undefined {
  const stats = hours[place]
  if (!stats) return undefined
  const before = hours[place - 1]
  const totals = {
    acceptedCount: stats.acceptedCount,
    deliveredCount: stats.deliveredCount,
    readCount: stats.readCount ?? 0,
    replyCount: stats.replyCount ?? 0,
    gapMs: stats.lastMs - (before?.lastMs ?? stats.firstMs),
    gapCount: stats.acceptedCount - (before ? 0 : 1),
  }
  return { day: dayOfHour(stats.hour), totals }
}
