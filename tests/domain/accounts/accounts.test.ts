import { expect, test } from 'vitest'
import type { StoredUser } from '../../../src/contract/account.ts'
import { AppError } from '../../../src/contract/errors.ts'
import { TOKEN_LIFETIME_SECONDS } from '../../../src/contract/limits.ts'
import { createAccounts } from '../../../src/domain/accounts/accounts.ts'
import type { KnownSession } from '../../../src/domain/accounts/own-sessions.ts'
import { aPromise } from '../../support/promise.ts'
import { keyedUsers } from '../../support/storage/keyed-users.ts'
import { createMemoryStore } from '../../support/storage/memory/memory-store.ts'

async function ports() {
  const stored = createMemoryStore<StoredUser>()
  const users = await keyedUsers(stored)
  const verified: string[] = []
  let last = 0
  const newId = () => {
    last += 1
    return `id-${last}`
  }
  const needs = {
    users,
    sessions: { isRevoked: async () => false, revoke: async () => undefined },
    knownSessions: createMemoryStore<KnownSession>(),
    passwords: {
      dummyHash: 'dummy',
      hash: async (password: string) => `hash of ${password}`,
      verify: async (password: string, hash: string) => {
        verified.push(hash)
        return hash === `hash of ${password}`
      },
    },
    tokens: {
      sign: async (claims: object) => JSON.stringify(claims),
      verify: async (token: string) => JSON.parse(token),
    },
    newId,
    newApiKey: newId,
    signup: 'open',
    now: () => 0,
  } as const
  return { needs, stored, verified }
}

const ana = { name: 'Ana', email: 'ana@example.com', password: 'uma boa senha' }

test('an unknown e-mail costs the same hashing as a known one', async () => {
  const { needs, verified } = await ports()
  const accounts = createAccounts(needs)
  await expect(accounts.login({ email: 'x@y.z', password: 'x' })).rejects.toMatchObject({
    code: 'bad_credentials',
  })
  expect(verified).toEqual(['dummy'])
})

test('accounts of before a restart sign in by e-mail, token and apikey', async () => {
  const { needs, stored } = await ports()
  const { user, token } = await createAccounts(needs).register(ana)
  const restarted = createAccounts({ ...needs, users: await keyedUsers(stored) })
  await expect(restarted.login(ana)).resolves.toMatchObject({ user: { id: user.id } })
  const byToken = await restarted.authenticate({ kind: 'token', token })
  const byKey = await restarted.authenticate({ kind: 'apikey', key: user.apiKey })
  expect([byToken?.user.id, byKey?.user.id]).toEqual([user.id, user.id])
  await expect(restarted.register(ana)).rejects.toMatchObject({ code: 'email_taken' })
})

test('instance names are slugs, and no two are the same', async () => {
  const { needs } = await ports()
  const accounts = createAccounts(needs)
  const names: string[] = []
  for (const [place, name] of ['Loja da Zoé!', 'loja  DA zoe', '***', 'x'.repeat(200)].entries()) {
    const { user } = await accounts.register({ ...ana, name, email: `a${place}@example.com` })
    names.push(user.instanceName)
  }
  expect(names).toEqual(['loja-da-zoe', 'loja-da-zoe-2', 'conta', 'x'.repeat(40)])
})

test('who registers while an account is being removed gets another name than the one still held', async () => {
  const { needs, stored } = await ports()
  const [left, written] = [aPromise(), aPromise()]
  let attempts = 0
  const accounts = createAccounts({
    ...needs,
    users: await keyedUsers({
      ...stored,
      remove: async (...given) => {
        const removed = await stored.remove(...given)
        left.keep()
        await written.promise
        return removed
      },
    }),
    newApiKey: () => {
      attempts += 1
      if (attempts > 10) throw new Error('registering does not end')
      return needs.newApiKey()
    },
  })
  const { user } = await accounts.register(ana)
  await accounts.close(user.id)
  const removing = accounts.forget(user.id)
  await left.promise

  const second = await accounts.register({ ...ana, email: 'other@example.com' })
  expect(second.user.instanceName).toBe('ana-2')

  written.keep()
  await removing
  const third = await accounts.register(ana)
  expect(third.user.instanceName).toBe('ana')
})

test('a password that is reset ends every session and keeps the apikey', async () => {
  const { needs } = await ports()
  const accounts = createAccounts(needs)
  const { user, token } = await accounts.register(ana)
  await accounts.resetPassword(' ANA@example.com', 'outra boa senha')
  expect(await accounts.authenticate({ kind: 'token', token })).toBeUndefined()
  expect(await accounts.authenticate({ kind: 'apikey', key: user.apiKey })).toBeDefined()
  await expect(accounts.login(ana)).rejects.toMatchObject({ code: 'bad_credentials' })
  await expect(accounts.login({ ...ana, password: 'outra boa senha' })).resolves.toBeDefined()
})

test('an account that could not be stored can be registered again', async () => {
  const { needs, stored } = await ports()
  const accounts = createAccounts({
    ...needs,
    users: await keyedUsers({
      ...stored,
      create: async (userId, record) => {
        if (record.id === 'id-1') throw new Error('disk full')
        return stored.create(userId, record)
      },
    }),
  })
  await expect(accounts.register(ana)).rejects.toThrow('disk full')
  await expect(accounts.register(ana)).resolves.toMatchObject({ user: { email: ana.email } })
})

test.each(['storage_unavailable', 'storage_unsettled'] as const)(
  'a full disk keeps nobody out: the session counts, and is not listed (%s)',
  async (code) => {
    const { needs } = await ports()
    await createAccounts(needs).register(ana)
    const save = async () => {
      throw new AppError(code, 'no room')
    }
    const knownSessions = { ...createMemoryStore<KnownSession>(), save }
    const accounts = createAccounts({ ...needs, knownSessions })
    const { token } = await accounts.login(ana)
    const caller = await accounts.authenticate({ kind: 'token', token })
    expect(caller?.user.name).toBe('Ana')
    expect(caller && (await accounts.listSessions(caller))).toEqual([])
  },
)

test('a session is known for as long as its token is good, however slow the disk is', async () => {
  const { needs } = await ports()
  let nowMs = 0
  let signedAtMs = 0
  const known = createMemoryStore<KnownSession>()
  const accounts = createAccounts({
    ...needs,
    now: () => nowMs,
    tokens: {
      ...needs.tokens,
      sign: async (claims) => {
        signedAtMs = nowMs
        return needs.tokens.sign(claims)
      },
    },
    knownSessions: {
      ...known,
      save: async (userId, session) => {
        nowMs += 5_000
        await known.save(userId, session)
      },
    },
  })
  const { user } = await accounts.register(ana)
  const [session] = await known.list(user.id)
  const goodUntilMs = signedAtMs + TOKEN_LIFETIME_SECONDS * 1_000
  expect(Date.parse(session?.expiresAt ?? '')).toBeGreaterThanOrEqual(goodUntilMs)
})
