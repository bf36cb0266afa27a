import { api } from '../../contract/api/calls.ts'
import { connectSignedIn } from '../connect.ts'
import type { CommonOptions, Context } from '../run.ts'
import { ExitCode } from '../terminal/outcome.ts'
import { confirmed, requireConsent } from '../terminal/prompt.ts'
import { answerCampaign } from './show.ts'

export type DeleteOptions = CommonOptions & { readonly yes?: boolean }

export async function stopCampaign(context: Context, id: string): Promise<ExitCode> {
  const client = await connectSignedIn(context)
  return answerCampaign(context, await client.call(api.stopCampaign, { params: { id } }))
}

export async function pauseCampaign(context: Context, id: string): Promise<ExitCode> {
  const client = await connectSignedIn(context)
  return answerCampaign(context, await client.call(api.pauseCampaign, { params: { id } }))
}

export async function resumeCampaign(context: Context, id: string): Promise<ExitCode> {
  const client = await connectSignedIn(context)
  return answerCampaign(context, await client.call(api.resumeCampaign, { params: { id } }))
}

export async function deleteCampaign(
  context: Context,
  id: string,
  options: DeleteOptions,
): Promise<ExitCode> {
  requireConsent(context, options)
  const client = await connectSignedIn(context)
  const { name, status } = await client.call(api.getCampaign, { params: { id } })
  if (!(await confirmed(context, `Excluir a campanha "${name}" (${status})?`, options))) {
    context.terminal.answer({ id, deleted: false }, () => 'Nada foi excluído.')
    return ExitCode.failed
  }
  await client.call(api.deleteCampaign, { params: { id } })
  context.terminal.answer({ id, deleted: true }, () => `Campanha "${name}" excluída.`)
  return ExitCode.done
}
