import { describe, expect, test } from 'vitest'
import {
  createInstances,
  type InstanceRecord,
  instanceKeys,
} from '../../../src/domain/gateways/instances.ts'
import { withKeys } from '../../../src/storage/collections/keyed-store.ts'
import { aPromise } from '../../support/promise.ts'
import { createMemoryStore } from '../../support/storage/memory/memory-store.ts'

const webhook = {
  enabled: true,
  url: 'https://recebe.example/eventos',
  byEvents: false,
  base64: false,
  headers: null,
  events: ['MESSAGES_UPSERT'],
}

async function aHouse() {
  const stored = createMemoryStore<InstanceRecord>()
  const keys = { keysOf: instanceKeys, digest: (token: string) => `hash of ${token}` }
  const devices = new Set(['ana/loja', 'ana/filial', 'bia/loja'])
  let last = 0
  let nowMs = Date.parse('2026-01-15T12:00:00.000Z')
  const build = async () =>
    createInstances({
      store: await withKeys(stored, keys),
      hasDevice: async (userId, deviceId) => devices.has(`${userId}/${deviceId}`),
      newId: () => `id-${++last}`,
      newToken: () => `token-${++last}`,
      now: () => nowMs,
    })
  const wait = (ms: number) => {
    nowMs += ms
  }
  return { ...(await build()), store: stored, devices, wait, rebuild: build }
}

test('a device of the other area becomes an instance when it is first asked for, once', async () => {
  const house = await aHouse()
  expect(await house.find('ana', 'loja')).toBeUndefined()
  const [one, two] = await Promise.all([house.ensure('ana', 'loja'), house.ensure('ana', 'loja')])
  expect(two).toEqual(one)
  expect(await house.find('ana', 'loja')).toEqual(one)
  expect(one).toMatchObject({ id: 'loja', integration: 'WHATSAPP-BAILEYS', webhook: null })
})

test('what is no device of this user becomes no instance', async () => {
  const house = await aHouse()
  const refused = house.ensure('bia', 'filial')
  await expect(refused).rejects.toMatchObject({ code: 'device_not_found' })
  expect(await house.find('bia', 'filial')).toBeUndefined()
})

describe('a token', () => {
  test('opens the instances it was given to, also after a restart', async () => {
    const house = await aHouse()
    await house.ensure('ana', 'loja', { token: 'segredo' })
    await house.ensure('ana', 'filial', { token: 'segredo' })
    const holder = { userId: 'ana', names: new Set(['loja', 'filial']) }
    expect(await house.findByToken('segredo')).toEqual(holder)
    expect(await (await house.rebuild()).findByToken('segredo')).toEqual(holder)
  })

  test('of another user is refused', async () => {
    const house = await aHouse()
    await house.ensure('ana', 'loja', { token: 'segredo' })
    const refused = house.ensure('bia', 'loja', { token: 'segredo' })
    await expect(refused).rejects.toMatchObject({ code: 'token_taken' })
    expect((await house.findByToken('segredo'))?.userId).toBe('ana')
  })

  test('opens nothing once its instance is gone, and is free again', async () => {
    const house = await aHouse()
    await house.ensure('ana', 'loja', { token: 'segredo' })
    await house.remove('ana', 'loja')
    expect(await house.findByToken('segredo')).toBeUndefined()
    expect(await house.ensure('bia', 'loja', { token: 'segredo' })).toMatchObject({ id: 'loja' })
  })

  test('of a device that a crash left half deleted opens nothing after the start', async () => {
    const house = await aHouse()
    await house.ensure('ana', 'loja', { token: 'segredo' })
    house.devices.delete('ana/loja')
    const restarted = await house.rebuild()
    expect(await restarted.findByToken('segredo')).toBeUndefined()
    expect(await restarted.find('ana', 'loja')).toBeUndefined()
  })
})

test('a device that is removed while it becomes an instance leaves none', async () => {
  const house = await aHouse()
  const removed = house.ensure('ana', 'loja', { token: 'segredo' })
  await Promise.resolve()
  house.devices.delete('ana/loja')
  await house.remove('ana', 'loja')
  await expect(removed).rejects.toMatchObject({ code: 'device_not_found' })
  expect(await house.find('ana', 'loja')).toBeUndefined()
  expect(await house.findByToken('segredo')).toBeUndefined()
})

test('a webhook keeps its id and its first hour when it is set again', async () => {
  const house = await aHouse()
  const { webhook: first } = await house.setWebhook('ana', 'loja', webhook)
  expect(first).toMatchObject(webhook)
  house.wait(1_000)
  const { webhook: second } = await house.setWebhook('ana', 'loja', { ...webhook, enabled: false })
  expect(second).toMatchObject({
    id: first?.id,
    createdAt: first?.createdAt,
    enabled: false,
    updatedAt: '2026-01-15T12:00:01.000Z',
  })
})

describe('the cache of instances', () => {
  async function aWatchedHouse() {
    const stored = createMemoryStore<InstanceRecord>()
    const keyed = await withKeys(stored, { keysOf: instanceKeys, digest: (token) => token })
    const asked: string[] = []
    let reads: Promise<void> = Promise.resolve()
    const store: typeof keyed = {
      ...keyed,
      find: async (userId, id) => {
        asked.push(id)
        const record = await keyed.find(userId, id)
        await reads
        return record
      },
    }
    const hold = () => {
      const { promise, keep } = aPromise()
      reads = promise
      return keep
    }
    const needs = { hasDevice: async () => true, newId: () => 'id', newToken: () => 'token' }
    return { ...(await createInstances({ store, ...needs, now: Date.now })), asked, hold }
  }

  test('spares the store all questions but the first, and shows each change', async () => {
    const { find, ensure, setWebhook, settings, remove, asked } = await aWatchedHouse()
    expect(await find('ana', 'loja')).toBeUndefined()
    await ensure('ana', 'loja')
    await setWebhook('ana', 'loja', webhook)
    expect(await find('ana', 'loja')).toMatchObject({ webhook: { url: webhook.url } })
    const before = asked.length
    for (let event = 0; event < 100; event += 1) {
      await find('ana', 'loja')
      await settings('ana', 'loja')
    }
    expect(asked).toHaveLength(before)
    await remove('ana', 'loja')
    expect(await find('ana', 'loja')).toBeUndefined()
  })

  test('keeps nothing that was read while a change was made', async () => {
    const { find, ensure, setWebhook, hold } = await aWatchedHouse()
    await ensure('ana', 'loja')
    const goOn = hold()
    const early = find('ana', 'loja')
    goOn()
    await setWebhook('ana', 'loja', webhook)
    expect(await early).toMatchObject({ webhook: null })
    expect(await find('ana', 'loja')).toMatchObject({ webhook: { url: webhook.url } })
  })
})
