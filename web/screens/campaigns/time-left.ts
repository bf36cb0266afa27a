import type { Campaign } from '#contract/campaigns/campaign.ts'
import { CampaignStatus } from '#contract/campaigns/campaign-status.ts'
import { finishWithin } from '#contract/campaigns/send-hours.ts'

/** Recipients that were neither sent to nor given up yet. */
function remainingCount(
  campaign: Pick<Campaign, 'recipientCount' | 'sentCount' | 'errorCount'>,
): number {
  return Math.max(0, campaign.recipientCount - doneCount(campaign))
}

export function doneCount({
  sentCount,
  errorCount,
}: Pick<Campaign, 'sentCount' | 'errorCount'>): number {
  return sentCount + errorCount
}

/**
 * Estimates how long a running campaign still takes, in seconds; null while that is unknown.
 * Campaigns on one device alternate, and each slot is followed by its own campaign's interval:
 * until this one ends, every other one has as many slots as it needs, at most as many as this one.
 * @param sameDevice the running campaigns of its device; this one may be among them
 */
export function secondsLeft(
  campaign: Campaign,
  sameDevice: readonly Campaign[],
  nowMs: number,
): number | null {
  if (campaign.status !== CampaignStatus.running || campaign.wait) return null
  const remaining = remainingCount(campaign)
  if (remaining === 0) return 0
  const others = sameDevice.filter(({ id, wait }) => id !== campaign.id && !wait)
  const paced = [campaign, ...others].reduce(
    (seconds, other) =>
      seconds + meanIntervalSeconds(other) * Math.min(remaining, remainingCount(other)),
    0,
  )
  const seconds = paced > 0 ? paced : observedSecondsLeft(campaign, nowMs)
  return seconds === null ? null : withinHours(campaign, seconds, nowMs)
}

/**
 * Estimates when a campaign that begins at `startMs` has sent to so many, in epoch milliseconds, as
 * if its device had nothing else to do; null where its pace or its hours do not say it.
 */
export function plannedEnd(campaign: Campaign, total: number, startMs: number): number | null {
  const seconds = (total - 1) * meanIntervalSeconds(campaign)
  return seconds > 0 ? finishWithin(campaign, startMs, seconds * 1_000) : null
}

/** Nights and weekends between its hours count too. */
function withinHours(campaign: Campaign, seconds: number, nowMs: number): number | null {
  if (campaign.windows.length === 0) return seconds
  const endMs = finishWithin(campaign, nowMs, seconds * 1_000)
  return endMs === null ? null : (endMs - nowMs) / 1_000
}

/** Without an interval the estimate follows the pace so far. */
function observedSecondsLeft(campaign: Campaign, nowMs: number): number | null {
  const done = doneCount(campaign)
  if (done === 0 || campaign.startedAt === null) return null
  const elapsedMs = Math.max(0, nowMs - Date.parse(campaign.startedAt))
  return ((elapsedMs / done) * remainingCount(campaign)) / 1000
}

function meanIntervalSeconds({ intervalSeconds, maxIntervalSeconds }: Campaign): number {
  return (intervalSeconds + (maxIntervalSeconds ?? intervalSeconds)) / 2
}
