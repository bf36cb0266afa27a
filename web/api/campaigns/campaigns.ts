import { campaignApi } from '#contract/api/campaigns/campaign-api.ts'
import type { Campaign } from '#contract/campaigns/campaign.ts'
import { CallError, isGone } from '../calls/call-error.ts'
import { call } from '../calls/client.ts'
import { useCall } from '../calls/use-call.ts'
import { forgetCampaign, keepCampaign, refreshCampaign } from './campaign-cache.ts'

/** One campaign; `null`: none. */
export function useCampaign(id: string | null) {
  return useCall(campaignApi.getCampaign, id === null ? null : { params: { id } })
}

export async function stopCampaign(id: string): Promise<Campaign> {
  try {
    const campaign = await call(campaignApi.stopCampaign, { params: { id } })
    await keepCampaign(campaign)
    return campaign
  } catch (error) {
    const hasEnded = error instanceof CallError && error.code === 'not_running'
    if (hasEnded || isGone(error)) await refreshCampaign(id)
    throw error
  }
}

/** @throws CallError `not_pausable` */
export async function pauseCampaign(id: string): Promise<void> {
  await keepCampaign(await call(campaignApi.pauseCampaign, { params: { id } }))
}

/** @throws CallError `not_paused` */
export async function resumeCampaign(id: string): Promise<void> {
  await keepCampaign(await call(campaignApi.resumeCampaign, { params: { id } }))
}

export async function deleteCampaign(id: string): Promise<void> {
  await forgetCampaign(id, () => call(campaignApi.deleteCampaign, { params: { id } }))
}
