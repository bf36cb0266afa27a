import { expect, test } from 'vitest'
import { createPasswords, hashApiKey, newApiKey } from '../../src/security/passwords.ts'

const passwords = createPasswords()

test('a password matches its own hash and no other', async () => {
  const hash = await passwords.hash('uma boa senha')
  expect(hash).toMatch(/^scrypt\$65536\$8\$1\$/)
  expect(await passwords.verify('uma boa senha', hash)).toBe(true)
  expect(await passwords.verify('uma boa senha ', hash)).toBe(false)
})

test('the same password never has the same hash', async () => {
  expect(await passwords.hash('x')).not.toBe(await passwords.hash('x'))
})

test('an accent matches however it was composed', async () => {
  const hash = await passwords.hash('ação'.normalize('NFD'))
  expect(await passwords.verify('ação'.normalize('NFC'), hash)).toBe(true)
})

test('nothing matches the hash that stands in for an unknown account', async () => {
  expect(await passwords.verify('', passwords.dummyHash)).toBe(false)
})

test('a hash that was damaged is no match but an error', async () => {
  await expect(passwords.verify('x', 'scrypt$1')).rejects.toThrow('unknown format')
})

test('apikeys are 256 random bits, and are found by their hash', () => {
  const key = newApiKey()
  expect(Buffer.from(key, 'base64url')).toHaveLength(32)
  expect(newApiKey()).not.toBe(key)
  expect(hashApiKey(key)).toBe(hashApiKey(key))
  expect(hashApiKey(key)).not.toContain(key)
})
