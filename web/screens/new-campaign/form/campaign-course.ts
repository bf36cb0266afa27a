import { finishWithin, nextOpening } from '#contract/campaigns/send-hours.ts'
import { hoursOf, intervalWords, longestSeconds } from '../../../parts/pace/pace-plan.ts'
import { readSeconds } from '../../../parts/pace/read-seconds.ts'
import type { CampaignDraft } from '../campaign-draft.ts'
import { startOf } from '../submission.ts'

/** How a campaign will go, as far as its form says. */
export type Course = {
  /** Epoch milliseconds; null where date or time is missing. */
  readonly startMs: number | null
  readonly isPast: boolean
  /** When its hours open, in epoch milliseconds; null where it begins at `startMs`, if at all. */
  readonly opensMs: number | null
  /** From the first message to the last, in hours that are all open; null where no pace is set. */
  readonly spanSeconds: number | null
  /** Epoch milliseconds; null where begin, pace or hours do not say it. */
  readonly endMs: number | null
}

export function courseOf(draft: CampaignDraft, total: number, nowMs: number): Course {
  const startMs = startOf(draft, nowMs)
  const spanSeconds = intervalWords(draft) === null ? null : spanOf(draft, total)
  const hours = hoursOf(draft)
  const endMs =
    startMs === null || spanSeconds === null || hours === null
      ? null
      : finishWithin(hours, startMs, spanSeconds * 1000)
  const firstMs = startMs === null || hours === null ? null : nextOpening(hours, startMs)
  return {
    ...{ startMs, spanSeconds, endMs },
    isPast: startMs !== null && startMs < nowMs,
    opensMs: firstMs === startMs ? null : firstMs,
  }
}

/** Seconds from the first message to the last, by the mean of a uniformly drawn interval. */
function spanOf(draft: CampaignDraft, total: number): number {
  const seconds = readSeconds(draft.interval)
  return ((total - 1) * (seconds + (longestSeconds(draft) ?? seconds))) / 2
}
