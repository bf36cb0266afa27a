import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { createAccounts } from '../domain/accounts/accounts.ts'
import { createPasswords, newApiKey } from '../security/passwords.ts'
import { createTokens } from '../security/tokens.ts'
import { clock } from './clock.ts'
import { openStorage, type Storage } from './storage/storage.ts'

export async function createDaemonAccounts(config: Pick<Config, 'signup'>, storage: Storage) {
  return createAccounts({
    users: storage.users,
    sessions: storage.sessions,
    knownSessions: storage.knownSessions,
    passwords: createPasswords(),
    tokens: await createTokens({ secret: storage.secret, now: clock.now }),
    newId: randomUUID,
    newApiKey,
    signup: config.signup,
    now: clock.now,
  })
}

/**
 * Sets an account's password, from a command on the same machine.
 * @throws DataDirError `locked` while a daemon runs; AppError for an unknown e-mail or a bad
 * password
 */
export async function resetPassword(
  config: Config,
  {
    email,
    password,
    log,
  }: { readonly email: string; readonly password: string; readonly log: Logger },
): Promise<void> {
  const storage = await openStorage(config, log)
  try {
    const accounts = await createDaemonAccounts(config, storage)
    await accounts.resetPassword(email, password)
  } finally {
    await storage.close()
  }
}
