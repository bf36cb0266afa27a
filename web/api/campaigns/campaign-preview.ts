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
import type { Contact } from '#contract/contacts/contact-list.ts'
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

/** Recipients that one call brings while somebody flips through them. */
const PAGE = 20

/**
 * The recipient at a place of the plan's audience; undefined while it is being read, and beyond
 * the last one.
 */
export function useRecipient(
  plan: CampaignPatch | null,
  place: number,
): { readonly recipient: Contact | undefined; readonly error: unknown } {
  const from = place - (place % PAGE)
  const key = (desde: number) => plan && ['campaign recipients', JSON.stringify(plan), desde]
  const read = (desde: number) => async () => {
    if (!plan) return []
    const body = z.encode(CampaignPatchBody, plan)
    const query = { desde, limit: PAGE }
    const { contatos } = await call(trialApi.listRecipients, { query, body })
    return contatos.map(({ campos, ...same }) => (campos ? { ...same, fields: campos } : same))
  }
  const options = { revalidateOnFocus: false }
  const { data, error } = useSWR(key(from), read(from), options)
  // Those who come next are there before they are asked for.
  const isLast = place % PAGE === PAGE - 1
  useSWR(isLast ? key(from + PAGE) : null, read(from + PAGE), options)
  return { recipient: data?.[place - from], error }
}
