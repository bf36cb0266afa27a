import { z } from 'zod'
import { api } from '../../contract/api/calls.ts'
import { type Campaign, CampaignJson, CampaignStatus } from '../../contract/campaign.ts'
import { connectSignedIn } from '../connect.ts'
import type { CommonOptions, Context } from '../run.ts'
import { ExitCode } from '../terminal/outcome.ts'
import { formatCampaign } from './campaign-record.ts'
import { watchCampaign } from './watch.ts'

export type ShowOptions = CommonOptions & { readonly watch?: boolean }

export async function showCampaign(
  context: Context,
  id: string,
  { watch }: ShowOptions,
): Promise<ExitCode> {
  const client = await connectSignedIn(context)
  const campaign = await client.call(api.getCampaign, { params: { id } })
  if (!watch) return answerCampaign(context, campaign)
  const ended = await watchCampaign(context, client, campaign)
  answerCampaign(context, ended)
  return outcomeOf(ended)
}

export function answerCampaign({ terminal }: Context, campaign: Campaign): ExitCode {
  terminal.answer(z.encode(CampaignJson, campaign), () => formatCampaign(terminal, campaign))
  return ExitCode.done
}

/** What waiting for a campaign's end tells a script. */
export function outcomeOf({ status }: Pick<Campaign, 'status'>): ExitCode {
  const isFailure = status === CampaignStatus.failed || status === CampaignStatus.cancelled
  return isFailure ? ExitCode.failed : ExitCode.done
}
