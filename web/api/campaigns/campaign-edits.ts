import { z } from 'zod'
import { campaignEditApi } from '#contract/api/campaigns/campaign-edit-api.ts'
import type { Campaign } from '#contract/campaigns/campaign.ts'
import {
  CampaignBody,
  type CampaignInput,
  type CampaignPatch,
  CampaignPatchBody,
} from '#contract/campaigns/campaign-body.ts'
import { call } from '../calls/client.ts'
import { keepCampaign, returnCampaign } from './campaign-cache.ts'

export async function createCampaign(input: CampaignInput): Promise<Campaign> {
  const body = z.encode(CampaignBody, input)
  const campaign = await call(campaignEditApi.createCampaign, { body })
  await keepCampaign(campaign)
  return campaign
}

/** @throws CallError `campaign_locked` once it has started */
export async function updateCampaign(id: string, patch: CampaignPatch): Promise<Campaign> {
  const body = z.encode(CampaignPatchBody, patch)
  const campaign = await call(campaignEditApi.updateCampaign, { params: { id }, body })
  await keepCampaign(campaign)
  return campaign
}

/** Brings a campaign back that was just deleted. */
export async function restoreCampaign(id: string): Promise<void> {
  await returnCampaign(await call(campaignEditApi.restoreCampaign, { params: { id } }))
}
