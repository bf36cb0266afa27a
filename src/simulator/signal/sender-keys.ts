import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { Curve, proto } from '@whiskeysockets/baileys'
import { type KeyPair, newKeyPair, typedPublic } from '../protocol/x25519.ts'
import { versionByte } from './signal-wire.ts'

/**
 * Signal's sender keys: a member of a group encrypts a message once for all, by a chain of keys that
 * every other device was given once, over its own session.
 */

/** Somebody's chain, as a device that reads their messages has it. */
export type ReadingKey = {
  readonly id: number
  readonly signingKey: Buffer
  chainKey: Buffer
  /** The place in the chain that `chainKey` stands for. */
  iteration: number
  /** Keys of messages that have not come yet, by their place. */
  readonly skipped: Map<number, Buffer>
}

/** A chain of one's own. */
export type WritingKey = {
  readonly id: number
  readonly signing: KeyPair
  chainKey: Buffer
  iteration: number
}

const signatureLength = 64
/** As far as libsignal lets a sender run ahead. */
const maximumSkipped = 2000
const messageKeySeed = Buffer.from([1])
const chainKeySeed = Buffer.from([2])

export function newWritingKey(): WritingKey {
  return {
    id: randomBytes(4).readUInt32BE() >>> 1,
    signing: newKeyPair(),
    chainKey: randomBytes(32),
    iteration: 0,
  }
}

/** What a member gives others of their chain. */
export function distributionOf({ id, signing, chainKey, iteration }: WritingKey): Buffer {
  const signingKey = typedPublic(signing.publicBytes)
  const body = proto.SenderKeyDistributionMessage.encode({ id, iteration, chainKey, signingKey })
  return Buffer.concat([Buffer.from([versionByte]), body.finish()])
}

export function readDistribution(data: Uint8Array): ReadingKey {
  const distribution = proto.SenderKeyDistributionMessage.decode(data.subarray(1))
  return {
    id: distribution.id ?? 0,
    signingKey: Buffer.from(distribution.signingKey ?? []),
    chainKey: Buffer.from(distribution.chainKey ?? []),
    iteration: distribution.iteration ?? 0,
    skipped: new Map(),
  }
}

/** Encrypts with the next key of a chain. */
export function sealForGroup(key: WritingKey, plaintext: Buffer): Buffer {
  const { iteration } = key
  const { cipherKey, iv } = keysOf(hmac(key.chainKey, messageKeySeed))
  key.chainKey = hmac(key.chainKey, chainKeySeed)
  key.iteration += 1
  const cipher = createCipheriv('aes-256-cbc', cipherKey, iv)
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()])
  const body = proto.SenderKeyMessage.encode({ id: key.id, iteration, ciphertext }).finish()
  const signed = Buffer.concat([Buffer.from([versionByte]), body])
  return Buffer.concat([signed, Curve.sign(key.signing.privateBytes, signed)])
}

/** @throws where the message is not of this chain, was read before, or has been altered */
export function openForGroup(key: ReadingKey, data: Buffer): Buffer {
  const signed = data.subarray(0, -signatureLength)
  const signature = data.subarray(-signatureLength)
  const message = proto.SenderKeyMessage.decode(signed.subarray(1))
  if (message.id !== key.id) throw new Error('a message of another chain')
  if (!Curve.verify(key.signingKey, signed, signature)) throw new Error('bad signature')
  const { cipherKey, iv } = keysOf(takeKey(key, message.iteration ?? 0))
  const decipher = createDecipheriv('aes-256-cbc', cipherKey, iv)
  return Buffer.concat([decipher.update(message.ciphertext ?? Buffer.alloc(0)), decipher.final()])
}

function takeKey(key: ReadingKey, iteration: number): Buffer {
  const kept = key.skipped.get(iteration)
  key.skipped.delete(iteration)
  if (kept) return kept
  if (iteration < key.iteration) throw new Error('message key used already')
  if (iteration - key.iteration > maximumSkipped) throw new Error('too far ahead')
  while (key.iteration < iteration) {
    key.skipped.set(key.iteration, hmac(key.chainKey, messageKeySeed))
    step(key)
  }
  const found = hmac(key.chainKey, messageKeySeed)
  step(key)
  return found
}

function step(key: ReadingKey): void {
  key.chainKey = hmac(key.chainKey, chainKeySeed)
  key.iteration += 1
}

function keysOf(seed: Buffer): { cipherKey: Buffer; iv: Buffer } {
  const derived = Buffer.from(hkdfSync('sha256', seed, Buffer.alloc(32), 'WhisperGroup', 48))
  return { iv: derived.subarray(0, 16), cipherKey: derived.subarray(16) }
}

function hmac(key: Buffer, data: Buffer): Buffer {
  return createHmac('sha256', key).update(data).digest()
}
