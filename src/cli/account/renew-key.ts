import { ownAccountApi } from '../../contract/api/own-account-api.ts'
import { connectWith } from '../connect.ts'
import type { CommonOptions, Context } from '../run.ts'
import { ExitCode } from '../terminal/outcome.ts'
import { confirmed, requireConsent } from '../terminal/prompt.ts'
import { findAccess, findSession, saveSession } from './session.ts'

export type RenewOptions = CommonOptions & { readonly yes?: boolean }

const question = 'Trocar a API Key? Os programas que usam a de agora param até receber a nova.'

/** Replaces the account's API Key, also where the old one is kept here. */
export async function renewKey(context: Context, options: RenewOptions): Promise<ExitCode> {
  const { terminal, environment } = context
  requireConsent(context, options, 'A API Key não foi trocada')
  const access = await findAccess(environment)
  const client = connectWith(context, access)
  if (!(await confirmed(context, question, options))) {
    terminal.answer({ renewed: false }, () => 'A API Key não foi trocada.')
    return ExitCode.failed
  }
  const { apikey } = await client.call(ownAccountApi.renewApiKey, {})
  // Written first, so that the user sees the new key even if it cannot be stored.
  terminal.answer({ renewed: true, apikey }, () => apikey)
  if (access.source === 'environment') {
    terminal.note('Ponha a nova API Key em DISPARO_APIKEY: a que está lá não vale mais.')
  } else if (access.kind === 'apikey') {
    const session = await findSession(environment)
    if (session) await saveSession(environment, { ...session, token: apikey })
  }
  return ExitCode.done
}
