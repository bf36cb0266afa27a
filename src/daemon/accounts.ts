import { randomUUID } from 'node:crypto'
import type { Config } from '../config.ts'
import { createAccounts } from '../domain/accounts/accounts.ts'
import { createPasswords, newApiKey } from '../security/passwords.ts'
import { createTokens } from '../security/tokens.ts'
import { clock } from './clock.ts'
import type { Storage } from './storage/storage.ts'

export type AccountParts = Pick<Storage, 'users' | 'sessions' | 'knownSessions' | 'secret'>

export async function createDaemonAccounts(config: Pick<Config, 'signup'>, storage: AccountParts) {
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
