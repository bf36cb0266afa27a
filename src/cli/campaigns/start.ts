import { campaignEditApi } from '../../contract/api/campaigns/campaign-edit-api.ts'
import { CampaignPatchBody } from '../../contract/campaigns/campaign-body.ts'
import { CampaignStatus } from '../../contract/campaigns/campaign-status.ts'
import { connectSignedIn } from '../connect.ts'
import type { CommonOptions, Context } from '../run.ts'
import { namingOptions } from '../terminal/option-names.ts'
import { readTiming } from './campaign-draft.ts'
import { encodeBody } from './encode-body.ts'
import { answerKnown, outcomeOf, requireWatch, type WatchOptions, watchForCaller } from './show.ts'

export type StartOptions = CommonOptions & WatchOptions & { readonly at?: string }

/** Sends what is a draft or waits for its hour: now, or at the hour that is given. */
export async function startCampaign(context: Context, id: string, options: StartOptions) {
  requireWatch(options)
  const timing = readTiming(options) ?? { status: CampaignStatus.immediate, scheduledAt: null }
  const client = await connectSignedIn(context)
  const campaign = await namingOptions({ data_de_envio: '--at' }, () =>
    client.call(campaignEditApi.updateCampaign, {
      params: { id },
      body: encodeBody(CampaignPatchBody, timing),
    }),
  )
  if (!options.watch) return await answerKnown(context, client, campaign)
  const ended = await watchForCaller(context, client, campaign)
  await answerKnown(context, client, ended)
  return outcomeOf(ended, options)
}
