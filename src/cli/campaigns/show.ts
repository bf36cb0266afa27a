import { z } from 'zod'
import { api } from '../../contract/api/calls.ts'
import { type Campaign, CampaignJson, CampaignStatus } from '../../contract/campaigns/campaign.ts'
import type { Client } from '../client.ts'
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
  const ended = await watchForCaller(context, client, campaign)
  answerCampaign(context, ended)
  return outcomeOf(ended)
}

/** Watches a campaign for the command's user, who may leave before its end. */
export async function watchForCaller(
  context: Context,
  client: Client,
  campaign: Campaign,
): Promise<Campaign> {
  let latest = campaign
  try {
    return await watchCampaign(context, client, {
      campaign,
      onRead: (read) => {
        latest = read
      },
    })
  } catch (error) {
    if (context.signal.aborted) context.terminal.note(`\n${describeLeaving(latest)}`)
    throw error
  }
}

function describeLeaving({ id, status, scheduledAt }: Campaign): string {
  const isLater = scheduledAt !== null && Date.parse(scheduledAt) > Date.now()
  return status === CampaignStatus.scheduled && isLater
    ? `A campanha continua agendada. Para excluí-la: disparo campaigns delete ${id}`
    : `A campanha continua no servidor. Para pará-la: disparo campaigns stop ${id}`
}

export function answerCampaign({ terminal }: Context, campaign: Campaign): ExitCode {
  terminal.answer(z.encode(CampaignJson, campaign), () => formatCampaign(terminal, campaign))
  return ExitCode.done
}

/** Exit code of a command that waited for a campaign's end. */
export function outcomeOf({ status }: Pick<Campaign, 'status'>): ExitCode {
  const isFailure = status === CampaignStatus.failed || status === CampaignStatus.cancelled
  return isFailure ? ExitCode.failed : ExitCode.done
}
