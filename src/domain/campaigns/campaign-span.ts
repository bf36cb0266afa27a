import type { CampaignPatch } from '../../contract/campaigns/campaign-body.ts'
import { finishWithin, nextOpening } from '../../contract/campaigns/send-hours.ts'
import { DEFAULT_TIME_ZONE } from '../../contract/campaigns/send-window.ts'
import { DEFAULT_INTERVAL_SECONDS } from '../../contract/limits.ts'
import { toIso } from '../clock.ts'

/** The part of a plan that decides when its messages leave. */
export type PacePlan = Pick<
  CampaignPatch,
  'scheduledAt' | 'intervalSeconds' | 'maxIntervalSeconds' | 'windows' | 'timeZone'
>

const DAY_MS = 24 * 3_600_000

/** When the first and the last message of a campaign leave, if nothing unforeseen holds it back. */
export function campaignSpan(
  plan: PacePlan,
  {
    recipientCount,
    cappedDays = 0,
    nowMs,
  }: {
    readonly recipientCount: number
    /** Days that the device's limit of first messages takes at least. */
    readonly cappedDays?: number
    readonly nowMs: number
  },
): { readonly startsAt: string; readonly endsAt: string } {
  const planned = plan.scheduledAt ? Date.parse(plan.scheduledAt) : 0
  const beginMs = Math.max(planned, nowMs)
  const hours = { windows: plan.windows ?? [], timeZone: plan.timeZone ?? DEFAULT_TIME_ZONE }
  const shortest = plan.intervalSeconds ?? DEFAULT_INTERVAL_SECONDS
  // The mean of a uniformly drawn interval.
  const seconds = (shortest + (plan.maxIntervalSeconds ?? shortest)) / 2
  const workMs = Math.max(0, recipientCount - 1) * seconds * 1000
  const startMs = nextOpening(hours, beginMs) ?? beginMs
  const pacedMs = finishWithin(hours, beginMs, workMs) ?? startMs
  const cappedMs = startMs + cappedDays * DAY_MS
  const lastMs = cappedMs > pacedMs ? (nextOpening(hours, cappedMs) ?? cappedMs) : pacedMs
  return { startsAt: toIso(startMs), endsAt: toIso(lastMs) }
}
