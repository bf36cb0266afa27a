import type { Context } from '../run.ts'
import { CommandError, ExitCode } from '../terminal/outcome.ts'
import { formatTable } from '../terminal/table.ts'
import { findSession, listProfiles, profileOf, type Session } from './session.ts'

type Row = { readonly name: string | null; readonly session: Session | null }

const kinds = { session: 'sessão', apikey: 'API Key' } as const

/** Shows what sign-ins are kept on this machine; asks no server. */
export async function showProfiles({ terminal, environment }: Context): Promise<ExitCode> {
  const rows: Row[] = []
  for (const name of [null, ...(await listProfiles(environment))]) {
    const session = await readSession({ ...environment, DISPARO_PROFILE: name ?? '' })
    if (session !== undefined) rows.push({ name, session })
  }
  const inUse = profileOf(environment)
  const json = rows.map(({ name, session }) => ({
    profile: name,
    in_use: name === inUse,
    url: session?.url ?? null,
    kind: session?.kind ?? null,
    email: session?.user.email ?? null,
  }))
  terminal.answer(json, () =>
    rows.length === 0
      ? 'Nenhuma sessão guardada. Entre com: disparo login'
      : formatTable(terminal, rows, [
          { header: 'Perfil', value: ({ name }) => name ?? '(padrão)' },
          { header: 'Em uso', value: ({ name }) => (name === inUse ? '✓' : '') },
          {
            header: 'Servidor',
            value: ({ session }) => session?.url ?? 'danificado',
            shrinksTo: 20,
          },
          { header: 'E-mail', value: ({ session }) => session?.user.email ?? '–', shrinksTo: 14 },
          { header: 'Credencial', value: ({ session }) => (session ? kinds[session.kind] : '–') },
        ]),
  )
  return ExitCode.done
}

/** Undefined: there is none; null: it cannot be read. */
async function readSession(environment: NodeJS.ProcessEnv): Promise<Session | null | undefined> {
  return await findSession(environment).catch((error: unknown) => {
    if (error instanceof CommandError) return null
    throw error
  })
}
