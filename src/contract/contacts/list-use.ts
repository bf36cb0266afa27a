import type { Campaign } from '../campaigns/campaign.ts'
import { CampaignStatus } from '../campaigns/campaign-status.ts'

/** What of a campaign says which lists it goes to, and when. */
type Use = Pick<Campaign, 'contactListId' | 'moreListIds' | 'status' | 'startedAt' | 'scheduledAt'>

/**
 * Finds for each list the campaign that says most about its use: one under way, else the last, else
 * the next.
 */
export function usesByList<OneUse extends Use>(
  campaigns: readonly OneUse[],
): ReadonlyMap<string, OneUse> {
  const byList = new Map<string, OneUse>()
  for (const campaign of campaigns) {
    for (const id of [campaign.contactListId, ...campaign.moreListIds]) {
      if (id === null) continue
      const known = byList.get(id)
      if (!known || rankOfUse(campaign) > rankOfUse(known)) byList.set(id, campaign)
    }
  }
  return byList
}

/** The higher, the more recent the use. */
export function rankOfUse({ status, startedAt, scheduledAt }: Use): number {
  if (isInUse(status)) return Number.POSITIVE_INFINITY
  if (startedAt !== null) return Date.parse(startedAt)
  // Of planned campaigns the earliest says most.
  return scheduledAt === null ? Number.NEGATIVE_INFINITY : -Date.parse(scheduledAt)
}

export function isInUse(status: CampaignStatus): boolean {
  return status === CampaignStatus.running || status === CampaignStatus.paused
}
