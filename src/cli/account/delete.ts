import { DELETE_WORD } from '../../contract/account.ts'
import { accountApi } from '../../contract/api/account-api.ts'
import { ownDataApi } from '../../contract/api/own-data-api.ts'
import { connectSignedIn } from '../connect.ts'
import type { CommonOptions, Context } from '../run.ts'
import { namingOptions } from '../terminal/option-names.ts'
import { ExitCode } from '../terminal/outcome.ts'
import { askText, requireConsent } from '../terminal/prompt.ts'
import { removeSession } from './session.ts'
import { readPassword } from './sign-in.ts'

export type DeleteOptions = CommonOptions & {
  readonly yes?: boolean
  readonly passwordStdin?: boolean
}

/** Deletes the account with all that is in it, and the session that is kept here. */
export async function deleteAccount(context: Context, options: DeleteOptions): Promise<ExitCode> {
  const { terminal, environment } = context
  requireConsent(context, options)
  const client = await connectSignedIn(context)
  const { user } = await client.call(accountApi.me, {})
  if (!options.yes) {
    terminal.note(
      `A conta de ${user.name} (${user.email}) em ${client.url} é excluída para sempre: conexões, listas, campanhas, resultados, conversas e arquivos.\nPara guardar uma cópia antes: disparo account export`,
    )
    await askText(context, {
      message: `Digite ${DELETE_WORD} para confirmar:`,
      flag: '--yes',
      refuse: (text) => (text.trim() === DELETE_WORD ? undefined : `Digite ${DELETE_WORD}.`),
    })
  }
  const body = { password: await readPassword(context, options), confirmacao: DELETE_WORD }
  const names = { password: '--password-stdin' }
  await namingOptions(names, () => client.call(ownDataApi.deleteAccount, { body }))
  // A key from the environment belongs to no stored session.
  if (!environment.DISPARO_APIKEY) await removeSession(environment)
  terminal.answer({ deleted: true, email: user.email }, () => `A conta ${user.email} foi excluída.`)
  return ExitCode.done
}
