import { webhookApi } from '../../contract/api/webhook-api.ts'
import { connectSignedIn } from '../connect.ts'
import type { Context } from '../run.ts'
import { ExitCode } from '../terminal/outcome.ts'

/** Fails where the event did not arrive. */
export async function testWebhook(context: Context, id: string): Promise<ExitCode> {
  const client = await connectSignedIn(context)
  const result = await client.call(webhookApi.testWebhook, { params: { id }, body: {} })
  const { entregue, http_status, erro } = result
  context.terminal.answer(result, () =>
    entregue ? `O evento de teste chegou: o webhook respondeu ${http_status}.` : (erro ?? ''),
  )
  return entregue ? ExitCode.done : ExitCode.failed
}
