import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { calculateSignature, verifySignature } from '../../../src/whatsapp/keys/signatures.ts'
import { loadOriginalCurve } from '../../support/whatsapp/original-curve.ts'

const original = loadOriginalCurve()

test('takes the signatures that libsignal takes, and no others', () => {
  for (let round = 0; round < 40; round++) {
    const { pubKey, privKey } = original.generateKeyPair()
    const stranger = original.generateKeyPair()
    const message = randomBytes(round)
    const signature = original.calculateSignature(privKey, message)

    expect(verifySignature(pubKey, message, signature)).toBe(true)
    expect(verifySignature(pubKey.subarray(1), message, signature)).toBe(true)
    expect(verifySignature(stranger.pubKey, message, signature)).toBe(false)
    expect(verifySignature(pubKey, Buffer.concat([message, Buffer.from([0])]), signature)).toBe(
      false,
    )
    const bit = round * 12
    const spoilt = Buffer.from(signature)
    spoilt.writeUInt8(spoilt.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
    expect(verifySignature(pubKey, message, spoilt)).toBe(false)
    expect(original.verifySignature(pubKey, message, spoilt)).toBe(false)
  }
})

test('takes and refuses what keys of any bytes have signed as libsignal does', () => {
  for (const raw of [Buffer.alloc(32), Buffer.alloc(32, 0xff), ...some(20)]) {
    const key = Buffer.concat([Buffer.from([5]), raw])
    const message = randomBytes(33)
    const [signature = Buffer.alloc(64)] = some(1, 64)
    expect(verifySignature(key, message, signature)).toBe(
      original.verifySignature(key, message, signature),
    )
  }
})

test('says what cannot be checked in the words of libsignal', () => {
  const { pubKey, privKey } = original.generateKeyPair()
  const message = randomBytes(33)
  const signature = original.calculateSignature(privKey, message)

  expect(() => verifySignature(pubKey.subarray(2), message, signature)).toThrow(
    'Invalid public key',
  )
  expect(() => verifySignature(pubKey, message, signature.subarray(1))).toThrow('Invalid signature')
  expect(verifySignature(pubKey, message, Buffer.alloc(64), true)).toBe(true)
})

test('signs as libsignal does, byte for byte, with keys of any bytes', () => {
  const keys = [Buffer.alloc(32), Buffer.alloc(32, 0xff), ...some(60)]
  for (const [length, key] of keys.entries()) {
    const message = randomBytes(length)
    const untouched = Buffer.from(key)
    const signature = calculateSignature(key, message)

    expect(signature.equals(original.calculateSignature(key, message))).toBe(true)
    expect(key.equals(untouched)).toBe(true)
  }
})

test('says what cannot be signed in the words of libsignal', () => {
  const { privKey } = original.generateKeyPair()

  expect(() => calculateSignature(privKey.subarray(1), Buffer.alloc(1))).toThrow(
    'Incorrect private key length',
  )
  expect(() => calculateSignature(privKey, undefined as never)).toThrow('Invalid message')
})

function some(count: number, length = 32): Buffer[] {
  return Array.from({ length: count }, () => randomBytes(length))
}
