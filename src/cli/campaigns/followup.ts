import { randomUUID } from 'node:crypto'
import { followupApi } from '../../contract/api/campaigns/followup-api.ts'
import {
  FollowupAudience,
  FollowupBody,
  ResultListBody,
} from '../../contract/campaigns/followup.ts'
import type { SendErrorCode } from '../../contract/campaigns/send.ts'
import { formatQuantity } from '../../contract/display.ts'
import { connectSignedIn } from '../connect.ts'
import { createOnce } from '../once.ts'
import type { CommonOptions, Context } from '../run.ts'
import { namingOptions } from '../terminal/option-names.ts'
import { ExitCode, wrongUsage } from '../terminal/outcome.ts'
import { readText } from './campaign-draft.ts'
import { encodeBody } from './encode-body.ts'
import { answerKnown } from './show.ts'

export type FollowupOptions = CommonOptions & {
  readonly to?: FollowupAudience
  readonly name?: string
  readonly text?: string
  readonly textFile?: string
  readonly include?: SendErrorCode[]
  readonly listOnly?: boolean
  readonly idempotencyKey?: string
}

export type RetryOptions = CommonOptions & {
  readonly unsent?: boolean
  readonly idempotencyKey?: string
}

const optionNames = {
  ...{ publico: '--to', audience: '--to', incluir: '--include', included: '--include' },
  ...{ name: '--name', texto: '--text' },
}
const next = (id: string) => `Para enviar: disparo campaigns start ${id}`

/** Makes a draft, or only a list, for a part of a campaign's people. */
export async function followUp(
  context: Context,
  id: string,
  options: FollowupOptions,
): Promise<ExitCode> {
  const { to: audience, include: included, name, listOnly } = options
  if (audience === undefined) {
    throw wrongUsage(`Diga para quem com --to: ${Object.values(FollowupAudience).join(', ')}.`)
  }
  if (listOnly && (options.text !== undefined || options.textFile !== undefined)) {
    throw wrongUsage('Uma lista não tem mensagem: use --text sem --list-only.')
  }
  const text = await readText(context, options)
  const client = await connectSignedIn(context)
  const creation = { key: options.idempotencyKey ?? randomUUID(), hint: hintOf(listOnly) }
  if (listOnly) {
    const body = () => encodeBody(ResultListBody, { audience, included, name })
    const report = await createOnce(context, creation, (once) =>
      namingOptions(optionNames, () =>
        client.call(followupApi.listCampaignPeople, { params: { id }, body: body() }, once),
      ),
    )
    const people = formatQuantity(report.total, 'contato', 'contatos')
    context.terminal.answer(
      report,
      () => `Lista "${report.name}" criada com ${people} (${report.id}).`,
    )
    return ExitCode.done
  }
  const patch = { ...(name !== undefined && { name }), ...(text !== null && { text }) }
  const body = () => encodeBody(FollowupBody, { ...patch, audience, included })
  const campaign = await createOnce(context, creation, (once) =>
    namingOptions(optionNames, () =>
      client.call(followupApi.followUpCampaign, { params: { id }, body: body() }, once),
    ),
  )
  context.terminal.note(next(campaign.id))
  return answerKnown(context, client, campaign)
}

/** Makes a draft for those who failed, or for those whose turn never came. */
export async function retryCampaign(
  context: Context,
  id: string,
  { unsent, idempotencyKey }: RetryOptions,
): Promise<ExitCode> {
  const client = await connectSignedIn(context)
  const query = { scope: unsent ? ('unsent' as const) : ('failed' as const) }
  const creation = { key: idempotencyKey ?? randomUUID(), hint: hintOf(false) }
  const campaign = await createOnce(context, creation, (once) =>
    client.call(followupApi.retryCampaign, { params: { id }, query }, once),
  )
  context.terminal.note(next(campaign.id))
  return answerKnown(context, client, campaign)
}

function hintOf(listOnly: boolean | undefined): string {
  return listOnly
    ? 'A lista pode ter sido criada mesmo assim. Antes de repetir, confira com: disparo contacts list'
    : 'O rascunho pode ter sido criado mesmo assim. Antes de repetir, confira com: disparo campaigns list'
}
