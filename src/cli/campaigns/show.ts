import { campaignApi } from '../../contract/api/campaigns/campaign-api.ts'
import { deviceApi } from '../../contract/api/device-api.ts'
import type { Campaign } from '../../contract/campaigns/campaign.ts'
import { CampaignStatus } from '../../contract/campaigns/campaign-status.ts'
import type { Client } from '../client.ts'
import { connectSignedIn } from '../connect.ts'
import type { CommonOptions, Context } from '../run.ts'
import { listLists } from '../terminal/choose.ts'
import { CommandError, ExitCode, wrongUsage } from '../terminal/outcome.ts'
import { type CampaignNames, formatCampaign } from './campaign-record.ts'
import { campaignValue } from './status-code.ts'
import { watchCampaign } from './watch.ts'

export type WatchOptions = {
  readonly watch?: boolean
  /** A recipient who got nothing counts as a failure, too. */
  readonly exitStatus?: boolean
}
export type ShowOptions = CommonOptions & WatchOptions

export async function showCampaign(
  context: Context,
  id: string,
  options: ShowOptions,
): Promise<ExitCode> {
  requireWatch(options)
  const client = await connectSignedIn(context)
  const campaign = await client.call(campaignApi.getCampaign, { params: { id } })
  if (!options.watch) return await answerKnown(context, client, campaign)
  const ended = await watchForCaller(context, client, campaign)
  await answerKnown(context, client, ended)
  return outcomeOf(ended, options)
}

/** @throws CommandError wrong usage for an option that only says how a watch ends */
export function requireWatch({ watch, exitStatus }: WatchOptions): void {
  if (exitStatus && !watch) throw wrongUsage('A opção --exit-status vale junto com --watch.')
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

/** The names that the campaign has by id; of other campaigns only those that it refers to. */
async function knownNames(client: Client, { exclusion }: Campaign): Promise<CampaignNames> {
  const campaigns: Campaign[] = []
  for (const id of exclusion?.campaignIds ?? []) {
    const campaign = await findCampaign(client, id)
    if (campaign) campaigns.push(campaign)
  }
  return {
    lists: await listLists(client),
    devices: (await client.call(deviceApi.listDevices, {})).devices,
    campaigns,
  }
}

async function findCampaign(client: Client, id: string): Promise<Campaign | undefined> {
  try {
    return await client.call(campaignApi.getCampaign, { params: { id } })
  } catch (error) {
    // Removed since: it has no name any more.
    if (error instanceof CommandError && error.code === 'campaign_not_found') return undefined
    throw error
  }
}

/** Answers with a campaign and the names of what it only has by id. */
export async function answerKnown(
  context: Context,
  client: Client,
  campaign: Campaign,
): Promise<ExitCode> {
  const known = context.terminal.isJson ? undefined : await knownNames(client, campaign)
  return answerCampaign(context, campaign, known)
}

export function answerCampaign(
  { terminal }: Context,
  campaign: Campaign,
  known?: CampaignNames,
): ExitCode {
  terminal.answer(campaignValue(campaign), () => formatCampaign(terminal, campaign, known))
  return ExitCode.done
}

/** Exit code of a command that waited for a campaign's end. */
export function outcomeOf(
  { status, errorCount }: Pick<Campaign, 'status' | 'errorCount'>,
  { exitStatus = false }: WatchOptions,
): ExitCode {
  const isFailure = status === CampaignStatus.failed || status === CampaignStatus.cancelled
  // Somebody took it off the agenda: it is a draft again, and nobody gets it.
  const isIncomplete = errorCount > 0 || status === CampaignStatus.draft
  return isFailure || (exitStatus && isIncomplete) ? ExitCode.failed : ExitCode.done
}
