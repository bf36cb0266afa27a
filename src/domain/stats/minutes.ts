import type { Campaign } from '../../contract/campaigns/campaign.ts'
import { AppError } from '../../contract/errors.ts'
import { RecipientStatus } from '../sending/recipient.ts'
import type { SendLedgers } from '../sending/send-ledger.ts'

/** A campaign that took no longer is drawn by the minute. */
const SHORT_MINUTES = 120
/** Recipients read for it at most: the chart costs the same however large a campaign is. */
const READ_AT_MOST = 2_000
const MINUTE_MS = 60_000

export type MinuteStats = {
  /** Minutes since the epoch. */
  readonly minute: number
  readonly acceptedCount: number
  readonly deliveredCount: number
}

/**
 * A short campaign minute by minute, with one minute before it and one after it: the chart draws no
 * line for a single point. `undefined` for one that took longer, wrote to too many, or has not
 * started, and where its ledger is damaged: the chart by hours does not need it.
 */
export async function minutesOf(
  { id, startedAt, finishedAt }: Campaign,
  {
    ledgers,
    nowMs,
  }: { readonly ledgers: Pick<SendLedgers, 'readAttempted' | 'exists'>; readonly nowMs: number },
): Promise<readonly MinuteStats[] | undefined> {
  if (startedAt === null || !(await ledgers.exists(id))) return undefined
  const end = minuteOf(finishedAt === null ? nowMs : Date.parse(finishedAt))
  if (end - minuteOf(Date.parse(startedAt)) > SHORT_MINUTES) return undefined
  const first = await readFirst(ledgers, id)
  if (!first || first.attemptedCount > READ_AT_MOST) return undefined
  const accepted = first.rows
    .map(({ recipient }) => recipient)
    .filter(({ status }) => status === RecipientStatus.accepted)
  const counts = new Map<number, { acceptedCount: number; deliveredCount: number }>()
  for (const { sentAtMs, deliveredAtMs } of accepted) {
    const known = counts.get(minuteOf(sentAtMs)) ?? { acceptedCount: 0, deliveredCount: 0 }
    known.acceptedCount += 1
    if (deliveredAtMs > 0) known.deliveredCount += 1
    counts.set(minuteOf(sentAtMs), known)
  }
  const from = Math.min(minuteOf(Date.parse(startedAt)), ...counts.keys()) - 1
  const to = Math.max(end, ...counts.keys()) + 1
  if (to - from > SHORT_MINUTES + 2) return undefined
  return Array.from({ length: to - from + 1 }, (_, place) => ({
    minute: from + place,
    ...(counts.get(from + place) ?? { acceptedCount: 0, deliveredCount: 0 }),
  }))
}

async function readFirst(ledgers: Pick<SendLedgers, 'readAttempted'>, id: string) {
  try {
    return await ledgers.readAttempted(id, { from: 0, limit: READ_AT_MOST })
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'ledger_damaged') throw error
    return undefined
  }
}

function minuteOf(ms: number): number {
  return Math.floor(ms / MINUTE_MS)
}
