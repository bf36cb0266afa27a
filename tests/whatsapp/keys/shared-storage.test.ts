import { executionAsyncResource } from 'node:async_hooks'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { installSharedStorage, SharedStorage } from '../../../src/whatsapp/keys/shared-storage.ts'

const noop = () => undefined

test('keeps the values of many storages apart, over awaits and side by side', async () => {
  const ana = new SharedStorage<string>()
  const bia = new SharedStorage<string>()
  const see = async () => {
    await turn()
    return [ana.getStore(), bia.getStore()]
  }

  const [both, one, inner] = await Promise.all([
    ana.run('a', () => bia.run('b', see)),
    bia.run('c', see),
    ana.run('outer', async () => {
      const nested = await ana.run('inner', see)
      return [...nested, ana.getStore()]
    }),
  ])

  expect(both).toEqual(['a', 'b'])
  expect(one).toEqual([undefined, 'c'])
  expect(inner).toEqual(['inner', undefined, 'outer'])
  expect(await see()).toEqual([undefined, undefined])
})

test('gives a value up where it is left, and passes arguments and errors on', () => {
  const ana = new SharedStorage<string>()
  const bia = new SharedStorage<string>()
  const seen = bia.run('b', () =>
    ana.run('a', (more: string) => [ana.exit(() => ana.getStore()), bia.getStore(), more], 'x'),
  )
  expect(seen).toEqual([undefined, 'b', 'x'])
  const fails = () => {
    throw new Error('inside')
  }
  expect(() => ana.run('a', fails)).toThrow('inside')
  expect(ana.getStore()).toBeUndefined()
})

test('a promise carries no more entries the more connections have written keys', async () => {
  installSharedStorage()
  const { addTransactionCapability } = await import('@whiskeysockets/baileys')
  const logger = { trace: noop, debug: noop, warn: noop, error: noop, info: noop }
  const [first, ...others] = Array.from({ length: 20 }, () =>
    addTransactionCapability(
      { get: async () => ({}), set: async () => undefined },
      { ...logger, level: 'silent', child: () => ({ ...logger, level: 'silent' }) as never },
      { maxCommitRetries: 1, delayBetweenTriesMs: 1 },
    ),
  )
  const carried = () => first?.transaction(async () => entriesHere(), 'key')
  const alone = await carried()
  for (const each of others) {
    expect(each.isInTransaction()).toBe(false)
    await each.transaction(async () => expect(each.isInTransaction()).toBe(true), 'key')
  }

  expect(await carried()).toBe(alone)
})

/** Counts entries up to Node 22; later, values do not travel with promises at all. */
async function entriesHere(): Promise<number> {
  await turn()
  const symbols = Object.getOwnPropertySymbols(executionAsyncResource())
  return symbols.filter(({ description }) => description === 'kResourceStore').length
}
