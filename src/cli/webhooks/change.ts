import { z } from 'zod'
import { webhookApi } from '../../contract/api/webhook-api.ts'
import { CampaignEventName } from '../../contract/webhooks/campaign-event.ts'
import {
  type CampaignWebhook,
  CampaignWebhookJson,
} from '../../contract/webhooks/campaign-webhook.ts'
import { connectSignedIn } from '../connect.ts'
import type { Context } from '../run.ts'
import { namingOptions } from '../terminal/option-names.ts'
import { CommandError, ExitCode } from '../terminal/outcome.ts'
import { confirmed, requireConsent } from '../terminal/prompt.ts'
import type { AddOptions, EditOptions, RemoveOptions } from './options.ts'

const names = { url: '<url>', eventos: '--events', segredo: '--secret' }
const ALL_EVENTS = 'todos'

export async function addWebhook(
  context: Context,
  url: string,
  { events, secret }: AddOptions,
): Promise<ExitCode> {
  if (events === undefined) throw usageError('Falta a opção --events <eventos>.')
  const body = { url, eventos: eventsIn(events), ...(secret !== undefined && { segredo: secret }) }
  const client = await connectSignedIn(context)
  const made = await namingOptions(names, () => client.call(webhookApi.createWebhook, { body }))
  answer(context, made, `Webhook ${made.id} cadastrado.`)
  return ExitCode.done
}

export async function editWebhook(
  context: Context,
  id: string,
  { url, events, enable, disable, newSecret }: EditOptions,
): Promise<ExitCode> {
  if (enable && disable) throw usageError('Use --enable ou --disable, não os dois.')
  const body = {
    ...(url !== undefined && { url }),
    ...(events !== undefined && { eventos: eventsIn(events) }),
    ...((enable || disable) && { ativo: enable === true }),
    ...(newSecret && { segredo: null }),
  }
  if (Object.keys(body).length === 0) throw usageError('Diga o que mudar, por exemplo --url.')
  const client = await connectSignedIn(context)
  const changed = await namingOptions({ ...names, url: '--url' }, () =>
    client.call(webhookApi.updateWebhook, { params: { id }, body }),
  )
  answer(context, changed, 'Webhook alterado.')
  return ExitCode.done
}

export async function removeWebhook(
  context: Context,
  id: string,
  options: RemoveOptions,
): Promise<ExitCode> {
  requireConsent(context, options)
  const client = await connectSignedIn(context)
  const question = `Excluir o webhook ${id} e os eventos que esperam por ele?`
  if (!(await confirmed(context, question, options))) {
    context.terminal.answer({ id, removed: false }, () => 'Nada foi mudado.')
    return ExitCode.failed
  }
  await client.call(webhookApi.deleteWebhook, { params: { id } })
  context.terminal.answer({ id, removed: true }, () => 'Webhook excluído.')
  return ExitCode.done
}

function answer({ terminal }: Context, webhook: CampaignWebhook, sentence: string): void {
  const { secret } = webhook
  terminal.answer(z.encode(CampaignWebhookJson, webhook), () =>
    secret === undefined
      ? sentence
      : `${sentence}\nSegredo das assinaturas, que não aparece de novo: ${secret}`,
  )
}

function eventsIn(text: string): CampaignEventName[] {
  if (text.trim() === ALL_EVENTS) return [...CampaignEventName.options]
  const given = text.split(',').map((each) => each.trim())
  const parsed = z.array(CampaignEventName).safeParse(given.filter((each) => each !== ''))
  if (parsed.success && parsed.data.length > 0) return parsed.data
  throw usageError(`--events: ${parsed.error?.issues[0]?.message ?? 'Escolha ao menos um evento.'}`)
}

function usageError(sentence: string): CommandError {
  return new CommandError(sentence, { exitCode: ExitCode.usage, code: 'usage' })
}
