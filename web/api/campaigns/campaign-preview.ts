import useSWR from 'swr'
import { z } from 'zod'
import { trialApi } from '#contract/api/campaigns/trial-api.ts'
import { type CampaignPatch, CampaignPatchBody } from '#contract/campaigns/campaign-body.ts'
import type { CampaignPreview } from '#contract/campaigns/campaign-preview.ts'
import {
  type CampaignTest,
  CampaignTestBody,
  type CampaignTestResult,
} from '#contract/campaigns/campaign-test.ts'
import { call } from '../calls/client.ts'

/** Asks the server what the campaign would send. */
export async function previewCampaign(plan: CampaignPatch): Promise<CampaignPreview> {
  return await call(trialApi.previewCampaign, { body: z.encode(CampaignPatchBody, plan) })
}

/** Sends the message once, as a contact would get it. */
export async function testCampaign(plan: CampaignTest): Promise<CampaignTestResult> {
  return await call(trialApi.testCampaign, { body: z.encode(CampaignTestBody, plan) })
}

/** Checks whom a plan reaches and how its text fits them; `null`: no list is chosen. */
export function useCampaignPreview(plan: CampaignPatch | null) {
  const key = plan && ['campaign preview', JSON.stringify(plan)]
  return useSWR(key, async () => (plan ? await previewCampaign(plan) : undefined), {
    revalidateOnFocus: false,
  })
}
