import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  calculateAgreement,
  generateKeyPair,
  loadCurve,
} from '../../../src/whatsapp/keys/fast-curve.ts'
import { loadOriginalCurve } from '../../support/whatsapp/original-curve.ts'

const original = loadOriginalCurve()

test('stands in for what libsignal does itself', () => {
  expect(loadCurve()).toMatchObject({ calculateAgreement, generateKeyPair })
  expect(original.calculateAgreement).not.toBe(calculateAgreement)
  expect(original.generateKeyPair).not.toBe(generateKeyPair)
  expect(loadCurve().calculateSignature).not.toBe(original.calculateSignature)
  expect(loadCurve().verifySignature).not.toBe(original.verifySignature)
})

test('agrees on the same secrets as libsignal, whoever made the keys', () => {
  for (let round = 0; round < 300; round++) {
    const ours = generateKeyPair()
    const theirs = original.generateKeyPair()

    const secret = original.calculateAgreement(theirs.pubKey, ours.privKey)
    expect(calculateAgreement(theirs.pubKey, ours.privKey).equals(secret)).toBe(true)
    expect(calculateAgreement(ours.pubKey, theirs.privKey).equals(secret)).toBe(true)
    expect(original.calculateAgreement(ours.pubKey, theirs.privKey).equals(secret)).toBe(true)
  }
})

test('agrees as libsignal does for private keys that are just random bytes', () => {
  for (let round = 0; round < 300; round++) {
    const privateKey = randomBytes(32)
    const { pubKey } = original.generateKeyPair()

    const secret = original.calculateAgreement(pubKey, privateKey)

    expect(calculateAgreement(pubKey, privateKey).equals(secret)).toBe(true)
  }
})

test('agrees as libsignal does when many keys take turns and a caller reuses its bytes', () => {
  const publicKeys = Array.from({ length: 20 }, () => original.generateKeyPair().pubKey)
  const reused = Buffer.alloc(32)
  for (let turn = 0; turn < 200; turn++) {
    randomBytes(32).copy(reused)
    const publicKey = publicKeys[turn % publicKeys.length] ?? Buffer.alloc(0)

    const secret = original.calculateAgreement(publicKey, reused)

    expect(calculateAgreement(publicKey, reused).equals(secret)).toBe(true)
    expect(calculateAgreement(publicKey, Buffer.from(reused)).equals(secret)).toBe(true)
  }
})

test('makes keys in the form libsignal makes them', () => {
  const { pubKey, privKey } = generateKeyPair()

  expect([pubKey.length, pubKey[0], privKey.length]).toEqual([33, 5, 32])
  expect((privKey[0] ?? 0) & 7).toBe(0)
  expect((privKey[31] ?? 0) & 192).toBe(64)
})

test('refuses keys of another size or type', () => {
  const { pubKey, privKey } = generateKeyPair()

  expect(() => calculateAgreement(pubKey.subarray(2), privKey)).toThrow('Invalid public key')
  expect(() =>
    calculateAgreement(Buffer.concat([Buffer.from([6]), pubKey.subarray(1)]), privKey),
  ).toThrow('Invalid public key')
  expect(() => calculateAgreement(pubKey, privKey.subarray(1))).toThrow('private key length')
})
