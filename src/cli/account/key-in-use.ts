import type { Context } from '../run.ts'
import { CommandError } from '../terminal/outcome.ts'
import { findSession } from './session.ts'

/** Warns that the key of the environment is used in place of the stored sign-in. */
export async function warnOfVariable({ terminal, environment }: Context): Promise<void> {
  if (!environment.DISPARO_APIKEY) return
  const kept = await findSession(environment).catch((error: unknown) => {
    if (error instanceof CommandError) return undefined
    throw error
  })
  if (!kept) return
  terminal.note(
    `Atenção: DISPARO_APIKEY está definida e vale no lugar da sessão guardada de ${kept.user.email} em ${kept.url}.`,
  )
}
