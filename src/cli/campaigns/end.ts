import { campaignApi } from '../../contract/api/campaigns/campaign-api.ts'
import { connectSignedIn } from '../connect.ts'
import type { CommonOptions, Context } from '../run.ts'
import { ExitCode } from '../terminal/outcome.ts'
import { confirmed, requireConsent } from '../terminal/prompt.ts'
import { answerKnown } from './show.ts'

export type DeleteOptions = CommonOptions & { readonly yes?: boolean }

const calls = {
  pause: campaignApi.pauseCampaign,
  resume: campaignApi.resumeCampaign,
  stop: campaignApi.stopCampaign,
}
export type CampaignAction = keyof typeof calls

/** Pauses, resumes or stops a campaign. */
export async function actOnCampaign(
  context: Context,
  id: string,
  action: CampaignAction,
): Promise<ExitCode> {
  const client = await connectSignedIn(context)
  const campaign = await client.call(calls[action], { params: { id } })
  return await answerKnown(context, client, campaign)
}

export async function deleteCampaign(
  context: Context,
  id: string,
  options: DeleteOptions,
): Promise<ExitCode> {
  requireConsent(context, options)
  const client = await connectSignedIn(context)
  const { name, status } = await client.call(campaignApi.getCampaign, { params: { id } })
  if (!(await confirmed(context, `Excluir a campanha "${name}" (${status})?`, options))) {
    context.terminal.answer({ id, deleted: false }, () => 'Nada foi excluído.')
    return ExitCode.failed
  }
  await client.call(campaignApi.deleteCampaign, { params: { id } })
  context.terminal.answer({ id, deleted: true }, () => `Campanha "${name}" excluída.`)
  return ExitCode.done
}
