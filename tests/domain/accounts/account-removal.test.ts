import { expect, test } from 'vitest'
import type { StoredUser } from '../../../src/contract/account.ts'
import { createAccountRemoval } from '../../../src/domain/accounts/account-removal.ts'
import { createAccounts } from '../../../src/domain/accounts/accounts.ts'
import type { KnownSession } from '../../../src/domain/accounts/own-sessions.ts'
import { quickPasswords } from '../../support/http/services.ts'
import { keyedUsers } from '../../support/storage/keyed-users.ts'
import { createMemoryStore } from '../../support/storage/memory/memory-store.ts'

const ana = { name: 'Ana', email: 'ana@example.com', password: 'uma boa senha' }
const body = { password: ana.password, confirmacao: 'EXCLUIR' }

/** A server of which only the accounts are real; `step` removes the data of one. */
async function aServer() {
  const stored = createMemoryStore<StoredUser>()
  const knownSessions = createMemoryStore<KnownSession>()
  const faults: unknown[] = []
  let last = 0
  const newId = () => {
    last += 1
    return `id-${last}`
  }
  /** Starts the server on what the previous start has left. */
  const start = async (step: (userId: string) => Promise<void>) => {
    const users = await keyedUsers(stored)
    const accounts = createAccounts({
      ...{ users, knownSessions, passwords: quickPasswords, newId, newApiKey: newId },
      sessions: { isRevoked: async () => false, revoke: async () => undefined },
      tokens: {
        sign: async (claims: object) => JSON.stringify(claims),
        verify: async (token: string) => JSON.parse(token),
      },
      signup: 'first',
      now: () => 0,
    })
    const removal = createAccountRemoval({
      accounts,
      campaigns: { list: async () => [], remove: async () => undefined },
      devices: {
        list: async () => [],
        findKey: async () => undefined,
        remove: async () => undefined,
      },
      removeOldKeys: async () => undefined,
      others: [step],
      onFault: (error) => faults.push(error),
    })
    return { accounts, removal }
  }
  return { start, users: stored, knownSessions, faults }
}

test('a removal that was cut off goes on at the next start, and nobody gets in meanwhile', async () => {
  const { start, users, knownSessions, faults } = await aServer()
  const { accounts, removal } = await start(async () => {
    throw new Error('the disk refuses')
  })
  const { user, token } = await accounts.register(ana)
  await removal.remove({ user, session: null }, body)
  expect(faults).not.toEqual([])
  expect(await users.listAll()).toHaveLength(1)

  const removed: string[] = []
  const next = await start(async (userId) => {
    removed.push(userId)
  })
  for (const { accounts: each } of [{ accounts }, next]) {
    await expect(each.login(ana)).rejects.toMatchObject({ code: 'bad_credentials' })
    expect(await each.authenticate({ kind: 'token', token })).toBeUndefined()
    expect(await each.authenticate({ kind: 'apikey', key: user.apiKey })).toBeUndefined()
  }
  await next.removal.carryOn()
  expect(removed).toContain(user.id)
  expect(await users.listAll()).toEqual([])
  expect(await knownSessions.listAll()).toEqual([])
  // The only account has gone: whoever comes next is the first again.
  await expect(next.accounts.register(ana)).resolves.toMatchObject({ user: { email: ana.email } })
})

test('a wrong password removes nothing', async () => {
  const { start } = await aServer()
  const { accounts, removal } = await start(async () => undefined)
  const { user } = await accounts.register(ana)
  const wrong = removal.remove({ user, session: null }, { ...body, password: 'outra' })
  await expect(wrong).rejects.toMatchObject({ code: 'wrong_password' })
  await expect(accounts.login(ana)).resolves.toMatchObject({ user: { id: user.id } })
})
