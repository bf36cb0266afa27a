import { contactApi } from '../../contract/api/contact-api.ts'
import { formatQuantity } from '../../contract/display.ts'
import { connectSignedIn } from '../connect.ts'
import type { CommonOptions, Context } from '../run.ts'
import { getList } from '../terminal/choose.ts'
import { ExitCode } from '../terminal/outcome.ts'
import { confirmed, requireConsent } from '../terminal/prompt.ts'

export type DeleteOptions = CommonOptions & {
  readonly force?: boolean
  readonly yes?: boolean
}

export async function deleteList(
  context: Context,
  target: string,
  options: DeleteOptions,
): Promise<ExitCode> {
  requireConsent(context, options)
  const client = await connectSignedIn(context)
  const { id, name, total } = await getList(client, target)
  const size = formatQuantity(total, 'contato', 'contatos')
  if (!(await confirmed(context, `Excluir a lista "${name}" (${size})?`, options))) {
    context.terminal.answer({ id, deleted: false }, () => 'Nada foi excluído.')
    return ExitCode.failed
  }
  await client.call(contactApi.deleteContactList, {
    params: { id },
    query: options.force ? { force: 'true' } : {},
  })
  context.terminal.answer({ id, deleted: true }, () => `Lista "${name}" excluída.`)
  return ExitCode.done
}
