import type { Campaign } from './campaign.ts'
import type { CampaignCounts } from './campaign-counts.ts'
import { FollowupAudience } from './followup.ts'

/**
 * How many recipients each follow-up of a campaign has, by its counters alone. Those who opted out
 * since then are among them, and left out when the follow-up is made.
 */
export function followupCounts(
  campaign: Pick<Campaign, 'recipientCount' | keyof CampaignCounts>,
): Readonly<Record<FollowupAudience, number>> {
  const { recipientCount, sentCount, errorCount, endedCount, replyCount } = campaign
  return {
    [FollowupAudience.failed]: campaign.retryableCount,
    [FollowupAudience.unsent]: Math.max(0, recipientCount - sentCount - errorCount + endedCount),
    [FollowupAudience.undelivered]: sentCount - campaign.deliveredCount,
    [FollowupAudience.unread]: sentCount - campaign.readCount,
    [FollowupAudience.silent]: sentCount - replyCount,
    [FollowupAudience.replied]: replyCount,
  }
}
