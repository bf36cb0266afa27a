import { z } from 'zod'
import { followupApi } from '#contract/api/campaigns/followup-api.ts'
import type { Campaign } from '#contract/campaigns/campaign.ts'
import {
  type FollowupAudience,
  FollowupBody,
  ResultListBody,
} from '#contract/campaigns/followup.ts'
import type { ContactReport } from '#contract/contacts/contact-list.ts'
import { call } from '../calls/client.ts'
import { refreshContacts } from '../lists/contacts.ts'
import { keepCampaign } from './campaign-cache.ts'

/**
 * Makes a draft for a part of a campaign's recipients.
 * @throws CallError `campaign_not_over`, `nobody_left`
 */
export async function followUp(id: string, audience: FollowupAudience): Promise<Campaign> {
  const body = z.encode(FollowupBody, { audience })
  const draft = await call(followupApi.followUpCampaign, { params: { id }, body })
  await keepCampaign(draft)
  await refreshContacts()
  return draft
}

/** @throws CallError `campaign_not_over`, `nobody_left` */
export async function makeResultList(
  id: string,
  wanted: { readonly audience: FollowupAudience; readonly name: string },
): Promise<ContactReport> {
  const body = z.encode(ResultListBody, wanted)
  const report = await call(followupApi.listCampaignPeople, { params: { id }, body })
  await refreshContacts()
  return report
}
