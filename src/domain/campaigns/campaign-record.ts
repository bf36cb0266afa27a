import type { Campaign } from '../../contract/campaigns/campaign.ts'
import type { CampaignCounts } from '../../contract/campaigns/campaign-counts.ts'
import type { CampaignStatus } from '../../contract/campaigns/campaign-status.ts'
import type { AppEvent } from '../../contract/events.ts'
import type { Bin } from '../bin.ts'

/** A campaign as it is stored. Its id is its number, which names it inside message ids. */
export type CampaignRecord = Campaign & {
  /** False while the ledger may be ahead of this record. */
  readonly isSettled: boolean
  /** Starts that were tried since it was last changed and did not come to their end. */
  readonly startTries: number
  /** When it was last paused. */
  readonly pausedAt?: string
  /** It was running when it was removed: brought back, it goes on. */
  readonly wasRunning?: boolean
  readonly removedAt?: string | null
}

export type CampaignStore = Bin<CampaignRecord> & {
  /**
   * Scheduled campaigns whose time has come, earliest first: of all users, of one user, or one
   * campaign.
   */
  due(query: {
    readonly nowMs: number
    readonly limit: number
    readonly userId?: string | undefined
    readonly campaignId?: string | undefined
  }): Promise<readonly { readonly userId: string; readonly record: CampaignRecord }[]>
  /** A user's campaigns of these statuses, newest first; `before`: only those older than it. */
  withStatus(
    userId: string,
    page: {
      readonly statuses: readonly CampaignStatus[]
      readonly before?: string
      readonly limit: number
    },
  ): Promise<readonly CampaignRecord[]>
  /** A user's campaigns whose last moment is not before this one (ISO 8601, UTC), newest first. */
  recent(userId: string, since: string): Promise<readonly CampaignRecord[]>
}

/**
 * When a campaign was created, is scheduled for or was started, whichever is last: an old draft
 * that starts today is of today.
 */
export function lastMoment({
  createdAt,
  scheduledAt,
  startedAt,
}: Pick<CampaignRecord, 'createdAt' | 'scheduledAt' | 'startedAt'>): string {
  const later = (one: string, other: string | null) => (other !== null && other > one ? other : one)
  return later(later(createdAt, scheduledAt), startedAt)
}

/** The number inside message ids. Single messages, which belong to no campaign, have 0. */
export function campaignNumber({ id }: Pick<Campaign, 'id'>): number {
  return Number(id)
}

/** The event that is published for a campaign that has changed. */
export function campaignEvent({
  id,
  sentCount,
  errorCount,
  recipientCount,
}: Pick<Campaign, 'id' | 'sentCount' | 'errorCount' | 'recipientCount'>): AppEvent {
  return { type: 'campaign', id, sentCount, errorCount, recipientCount }
}

export function sameCounts(a: CampaignCounts, b: CampaignCounts): boolean {
  return (
    a.sentCount === b.sentCount &&
    a.deliveredCount === b.deliveredCount &&
    a.readCount === b.readCount &&
    a.errorCount === b.errorCount &&
    a.replyCount === b.replyCount &&
    a.retryableCount === b.retryableCount &&
    a.endedCount === b.endedCount
  )
}
