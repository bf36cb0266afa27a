import { accountApi } from '../../contract/api/account-api.ts'
import { createClient } from '../client.ts'
import type { Context } from '../run.ts'
import { CommandError, ExitCode, notSignedIn } from '../terminal/outcome.ts'
import { findSession, removeSession } from './session.ts'

/** Ends the session on the server and removes it here, even if the server cannot be reached. */
export async function logout({ environment, signal, terminal }: Context): Promise<ExitCode> {
  const session = await findSession(environment).catch(async (error) => {
    if (!(error instanceof CommandError)) throw error
    await removeSession(environment)
    return undefined
  })
  if (!session) throw notSignedIn('Nenhuma sessão guardada.')

  if (session.kind === 'apikey') {
    await removeSession(environment)
    terminal.answer(
      { url: session.url, revoked: false },
      () => `A API Key de ${session.url} saiu desta máquina. Ela continua valendo.`,
    )
    return ExitCode.done
  }
  const client = createClient({ url: session.url, credential: session.token, signal })
  const refusal = await client.call(accountApi.logout, {}).catch((error) => {
    if (error instanceof CommandError) return error
    throw error
  })
  await removeSession(environment)
  const isKnown = refusal === undefined || refusal.exitCode === ExitCode.notSignedIn
  if (!isKnown) {
    terminal.note('O servidor não pôde ser avisado: o token dele vale até expirar.')
  }
  terminal.answer({ url: session.url, revoked: isKnown }, () => `Você saiu de ${session.url}.`)
  return ExitCode.done
}
