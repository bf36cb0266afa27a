import { z } from 'zod'
import { UserJson } from '../../contract/account.ts'
import { accountApi } from '../../contract/api/account-api.ts'
import { ownAccountApi } from '../../contract/api/own-account-api.ts'
import type { Client } from '../client.ts'
import { connectWith } from '../connect.ts'
import type { Context } from '../run.ts'
import { formatTime } from '../terminal/format.ts'
import { CommandError, ExitCode } from '../terminal/outcome.ts'
import { formatRecord } from '../terminal/table.ts'
import { warnOfVariable } from './key-in-use.ts'
import { type Access, findAccess, profileOf } from './session.ts'

export async function whoami(context: Context): Promise<ExitCode> {
  const { terminal, environment } = context
  const access = await findAccess(environment)
  await warnOfVariable(context)
  const client = connectWith(context, access)
  const { user } = await client.call(accountApi.me, {})
  const expiresAt = access.kind === 'session' ? await sessionEnd(client) : null
  const profile = access.source === 'file' ? profileOf(environment) : null
  const value = {
    url: client.url,
    profile,
    credential: { kind: access.kind, source: access.source, expires_at: expiresAt },
    user: z.encode(UserJson, user),
  }
  terminal.answer(value, () =>
    formatRecord(terminal, [
      ['Nome', user.name],
      ['E-mail', user.email],
      ['Instância', user.instanceName],
      ['Servidor', client.url],
      ...(profile === null ? [] : [['Perfil', profile] as const]),
      ['Credencial', credentialWords(access)],
      ['Vale até', endWords(access, expiresAt)],
    ]),
  )
  return ExitCode.done
}

function credentialWords({ kind, source }: Access): string {
  if (source === 'environment') return 'API Key, de DISPARO_APIKEY'
  return kind === 'apikey' ? 'API Key guardada' : 'sessão guardada'
}

function endWords({ kind }: Access, expiresAt: string | null): string {
  return kind === 'apikey' ? 'ser trocada' : formatTime(expiresAt)
}

/** Null where a server of an earlier version does not say. */
async function sessionEnd(client: Client): Promise<string | null> {
  try {
    const sessions = await client.call(ownAccountApi.listSessions, {})
    return sessions.find(({ isCurrent }) => isCurrent)?.expiresAt ?? null
  } catch (error) {
    if (error instanceof CommandError && error.code === 'not_found') return null
    throw error
  }
}
