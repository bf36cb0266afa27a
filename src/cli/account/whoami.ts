import { z } from 'zod'
import { UserJson } from '../../contract/account.ts'
import { accountApi } from '../../contract/api/account-api.ts'
import { connectSignedIn } from '../connect.ts'
import type { Context } from '../run.ts'
import { ExitCode } from '../terminal/outcome.ts'
import { formatRecord } from '../terminal/table.ts'

export async function whoami(context: Context): Promise<ExitCode> {
  const client = await connectSignedIn(context)
  const { user } = await client.call(accountApi.me, {})
  context.terminal.answer({ url: client.url, user: z.encode(UserJson, user) }, () =>
    formatRecord(context.terminal, [
      ['Nome', user.name],
      ['E-mail', user.email],
      ['Instância', user.instanceName],
      ['Servidor', client.url],
    ]),
  )
  return ExitCode.done
}
