import useSWR from 'swr'
import { z } from 'zod'
import { campaignApi } from '#contract/api/campaign-api.ts'
import { type CampaignPatch, CampaignPatchBody } from '#contract/campaigns/campaign-body.ts'
import type { CampaignPreview } from '#contract/campaigns/campaign-preview.ts'
import { call } from './calls/client.ts'

/** Asks the server what the campaign would send. */
export async function previewCampaign(plan: CampaignPatch): Promise<CampaignPreview> {
  return await call(campaignApi.previewCampaign, { body: z.encode(CampaignPatchBody, plan) })
}

/** Checks how a text fits the present list; `null`: no list is chosen. */
export function useCampaignPreview(
  plan: { readonly contactListId: string; readonly text: string } | null,
) {
  const key = plan && ['campaign preview', plan.contactListId, plan.text]
  return useSWR(key, async () => (plan ? await previewCampaign(plan) : undefined), {
    revalidateOnFocus: false,
  })
}
