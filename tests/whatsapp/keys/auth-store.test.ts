import { randomBytes } from 'node:crypto'
import { proto } from '@whiskeysockets/baileys'
import { expect, test } from 'vitest'
import { BEHIND_ROW, DamagedKeysError } from '../../../src/domain/devices/device-keys.ts'
import { openKeyLog } from '../../../src/storage/keys/key-log.ts'
import { createAuthStore } from '../../../src/whatsapp/keys/auth-store.ts'
import { aFolder } from '../../support/whatsapp/messenger.ts'

test('gives back every kind of key as it was, after it was opened again', async () => {
  const folder = await aFolder()
  const pair = { public: randomBytes(32), private: randomBytes(32) }
  const identity = new Uint8Array(randomBytes(33))
  const syncKey = { keyData: randomBytes(32), timestamp: 5 }
  const version = {
    version: 3,
    hash: randomBytes(16),
    indexValueMap: { abc: { valueMac: randomBytes(8) } },
  }
  const token = { token: randomBytes(12), timestamp: '1700000000', senderTimestamp: 1_700_000_000 }
  const log = await openKeyLog(folder)
  const store = createAuthStore(log)
  await store.keys.set({
    'pre-key': { '1': pair },
    'identity-key': { 'x.0': identity },
    'sender-key': { g: Buffer.from('group') },
    'sender-key-memory': { g: { 'a@lid': true } },
    'lid-mapping': { '5511': '100', '100_reverse': '5511' },
    'device-list': { '5511': ['0', '7'] },
    'app-state-sync-key': { k: proto.Message.AppStateSyncKeyData.fromObject(syncKey) },
    'app-state-sync-version': { regular: version },
    tctoken: { '100@lid': token },
  })
  await log.close()

  const again = await openKeyLog(folder)
  const { keys } = createAuthStore(again)

  expect(await keys.get('pre-key', ['1', '2'])).toEqual({ '1': pair })
  expect(await keys.get('identity-key', ['x.0'])).toEqual({ 'x.0': Buffer.from(identity) })
  expect(await keys.get('sender-key', ['g'])).toEqual({ g: Buffer.from('group') })
  expect(await keys.get('sender-key-memory', ['g'])).toEqual({ g: { 'a@lid': true } })
  expect(await keys.get('lid-mapping', ['5511', '100_reverse', 'none'])).toEqual({
    '5511': '100',
    '100_reverse': '5511',
  })
  expect(await keys.get('device-list', ['5511'])).toEqual({ '5511': ['0', '7'] })
  expect((await keys.get('app-state-sync-key', ['k'])).k?.keyData).toEqual(syncKey.keyData)
  expect(await keys.get('app-state-sync-version', ['regular'])).toEqual({ regular: version })
  expect(await keys.get('tctoken', ['100@lid'])).toEqual({ '100@lid': token })
  await again.close()
})

test('forgets a key that is set to null, and takes one call for one commit', async () => {
  const log = await openKeyLog(await aFolder())
  const { keys, has } = createAuthStore(log)
  await keys.set({ 'lid-mapping': { a: '1', b: '2' }, 'device-list': { a: ['0'] } })
  expect(log.stats().commits).toBe(1)

  await keys.set({ 'lid-mapping': { a: null } })

  expect(await keys.get('lid-mapping', ['a', 'b'])).toEqual({ b: '2' })
  expect([has('lid-mapping', 'a'), has('lid-mapping', 'b')]).toEqual([false, true])
  await log.close()
})

test('who has the key of a group is written once, however many messages follow', async () => {
  const log = await openKeyLog(await aFolder())
  const { keys } = createAuthStore(log)
  const members = Object.fromEntries(
    Array.from({ length: 1_000 }, (_, at) => [`${at}@lid`, true] as const),
  )
  await keys.set({ 'sender-key': { g: Buffer.from('one') }, 'sender-key-memory': { g: members } })
  const { writtenBytes } = log.stats()

  await keys.set({ 'sender-key': { g: Buffer.from('two') }, 'sender-key-memory': { g: members } })
  expect(log.stats().writtenBytes - writtenBytes).toBeLessThan(200)
  expect(await keys.get('sender-key', ['g'])).toEqual({ g: Buffer.from('two') })

  const grown = { ...members, 'new@lid': true }
  await keys.set({ 'sender-key-memory': { g: grown } })
  expect(await keys.get('sender-key-memory', ['g'])).toEqual({ g: grown })
  await keys.set({ 'sender-key-memory': { g: null } })
  await keys.set({ 'sender-key-memory': { g: null } })
  expect(await keys.get('sender-key-memory', ['g'])).toEqual({})
  await log.close()
})

test('keeps the credentials, which are fresh where there are none', async () => {
  const folder = await aFolder()
  const log = await openKeyLog(folder)
  const store = createAuthStore(log)
  expect(store.isPaired()).toBe(false)
  store.creds.nextPreKeyId = 813
  store.saveCreds()
  await log.close()

  const again = await openKeyLog(folder)

  expect(createAuthStore(again).creds).toEqual(JSON.parse(JSON.stringify(store.creds), restore))
  await again.close()
})

/** Buffers as JSON writes them become buffers again. */
function restore(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  return 'data' in value && Array.isArray(value.data) ? Buffer.from(value.data) : value
}

test('begins anew what it encrypts with where the keys are behind what was sent', async () => {
  const log = await openKeyLog(await aFolder())
  const { creds, keys, saveCreds } = createAuthStore(log)
  creds.me = { id: '5511999990000:7@s.whatsapp.net', lid: '4477:7@lid' }
  saveCreds()
  const senderKey = Buffer.from('key')
  const others = { 'g@g.us::4477_1::0': senderKey, 'g@g.us::88_1::7': senderKey }
  await keys.set({
    'sender-key': {
      ...others,
      'g@g.us::4477_1::7': senderKey,
      'g@g.us::5511999990000::7': senderKey,
    },
    'sender-key-memory': { 'g@g.us': { '88@lid': true } },
    'device-list': { '88': ['0'] },
  })
  log.commit([{ key: BEHIND_ROW, value: 'true' }])

  const { keys: anew } = createAuthStore(log)

  expect(await anew.get('sender-key-memory', ['g@g.us'])).toEqual({})
  const senders = [...Object.keys(others), 'g@g.us::4477_1::7', 'g@g.us::5511999990000::7']
  expect(await anew.get('sender-key', senders)).toEqual(others)
  expect(await anew.get('device-list', ['88'])).toEqual({ '88': ['0'] })
  expect(log.has(BEHIND_ROW)).toBe(false)
  await log.close()
})

test('reads what is written in earlier sessions, and encrypts in none of them', async () => {
  const log = await openKeyLog(await aFolder())
  const row = (closed: number) =>
    JSON.stringify({ _sessions: { base: { indexInfo: { closed } } }, version: 'v1' })
  log.commit([
    { key: 's/88_1.0', value: row(-1) },
    { key: 's/99_1.0', value: row(7) },
  ])
  const before = createAuthStore(log)
  expect(before.hasOpenSession('88_1.0')).toBe(true)
  expect(before.hasOpenSession('99_1.0')).toBe(false)
  log.commit([{ key: BEHIND_ROW, value: 'true' }])

  const anew = createAuthStore(log)
  expect(anew.hasOpenSession('88_1.0')).toBe(false)
  expect(await anew.keys.get('session', ['88_1.0', '99_1.0'])).toMatchObject({
    '88_1.0': { _sessions: { base: { indexInfo: { closed: expect.any(Number) } } } },
    '99_1.0': { _sessions: { base: { indexInfo: { closed: 7 } } } },
  })

  const [opened] = Object.values(await openedIn(row(-1)))
  await anew.keys.set({ session: opened ? { '88_1.0': opened } : {} })
  expect(createAuthStore(log).hasOpenSession('88_1.0')).toBe(true)
  await log.close()
})

/** Reads a stored row as Baileys gets it. */
async function openedIn(value: string) {
  const log = await openKeyLog(await aFolder())
  log.commit([{ key: 's/x', value }])
  const found = await createAuthStore(log).keys.get('session', ['x'])
  await log.close()
  return found
}

test.each([
  ['nothing but a text', '"keys"'],
  ['no keys', '{"registrationId":1,"advSecretKey":"x"}'],
  ['keys that are no bytes', null],
])('takes credentials with %s for damage, and signs in with none of them', async (_, text) => {
  const log = await openKeyLog(await aFolder())
  createAuthStore(log).saveCreds()
  const whole = JSON.parse(log.read('creds/creds') ?? '')
  const value = text ?? JSON.stringify({ ...whole, noiseKey: { public: 'a', private: 'b' } })
  expect(createAuthStore(log).creds.registrationId).toBe(whole.registrationId)

  log.commit([{ key: 'creds/creds', value }])
  expect(() => createAuthStore(log)).toThrow(DamagedKeysError)
})
