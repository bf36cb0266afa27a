import { campaignApi } from '../../contract/api/campaigns/campaign-api.ts'
import { campaignEditApi } from '../../contract/api/campaigns/campaign-edit-api.ts'
import { CampaignPatchBody } from '../../contract/campaigns/campaign-body.ts'
import { CampaignStatus, canEdit } from '../../contract/campaigns/campaign-status.ts'
import { connectSignedIn } from '../connect.ts'
import type { CommonOptions, Context } from '../run.ts'
import { ExitCode } from '../terminal/outcome.ts'
import { confirmed, requireConsent } from '../terminal/prompt.ts'
import { encodeBody } from './encode-body.ts'
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

/** Takes a campaign's hour away before it comes, or stops one that has begun. */
export async function cancelCampaign(context: Context, id: string): Promise<ExitCode> {
  const client = await connectSignedIn(context)
  const params = { id }
  const before = await client.call(campaignApi.getCampaign, { params })
  const isWaiting = canEdit(before) && before.status !== CampaignStatus.draft
  const campaign = isWaiting
    ? await client.call(campaignEditApi.updateCampaign, {
        params,
        body: encodeBody(CampaignPatchBody, { status: CampaignStatus.draft }),
      })
    : await client.call(campaignApi.stopCampaign, { params })
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
