import { campaignApi } from '#contract/api/campaigns/campaign-api.ts'
import { CampaignStatus } from '#contract/campaigns/campaign-status.ts'
import { useCall } from '../calls/use-call.ts'

/** However long the history, no more are read. */
export const RECENT_CAMPAIGNS = 60

const beyondDrafts = Object.values(CampaignStatus)
  .filter((status) => status !== CampaignStatus.draft)
  .join(',')

/** The newest campaigns that are no drafts, as they are when the screen opens. */
export function useRecentCampaigns() {
  return useCall(
    campaignApi.listCampaigns,
    { query: { status: beyondDrafts, limit: RECENT_CAMPAIGNS } },
    { revalidateOnFocus: false },
  )
}
