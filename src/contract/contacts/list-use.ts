import type { Campaign } from '../campaigns/campaign.ts'
import { CampaignStatus } from '../campaigns/campaign-status.ts'

/** Of a campaign: to which lists it goes, and when. */
type Use = Pick<Campaign, 'contactListId' | 'moreListIds' | 'status' | 'startedAt' | 'scheduledAt'>

/** For each list the campaign that tells most of it: under way, else the last, else the next. */
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
  // The later one that is planned, the less it tells.
  return scheduledAt === null ? Number.NEGATIVE_INFINITY : -Date.parse(scheduledAt)
}

export function isInUse(status: CampaignStatus): boolean {
  return status === CampaignStatus.running || status === CampaignStatus.paused
}
