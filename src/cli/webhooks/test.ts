import { webhookApi } from '../../contract/api/webhook-api.ts'
import { remedyFor } from '../../contract/webhooks/answer-remedy.ts'
import { TEST_EVENT } from '../../contract/webhooks/campaign-event-names.ts'
import { WebhookTestBody } from '../../contract/webhooks/campaign-webhook.ts'
import { connectSignedIn } from '../connect.ts'
import type { Context } from '../run.ts'
import { ExitCode } from '../terminal/outcome.ts'
import type { TestOptions } from './options.ts'

/** Fails where the event did not arrive. */
export async function testWebhook(
  context: Context,
  id: string,
  { event }: TestOptions,
): Promise<ExitCode> {
  const body = WebhookTestBody.parse({ evento: event })
  const client = await connectSignedIn(context)
  const result = await client.call(webhookApi.testWebhook, { params: { id }, body })
  const { entregue, http_status, erro, corpo } = result
  const name = event === TEST_EVENT ? 'O evento de teste' : `A amostra de ${event}`
  context.terminal.answer(result, () =>
    [
      ...(entregue
        ? [`${name} chegou: o webhook respondeu ${http_status}.`]
        : [erro, remedyFor(http_status)].filter((sentence) => sentence !== null)),
      ...(event === TEST_EVENT ? [] : [`Foi enviado: ${corpo}`]),
    ].join('\n'),
  )
  return entregue ? ExitCode.done : ExitCode.failed
}
