import { Buffer } from 'node:buffer'
import * as crypto from 'node:crypto'
import { machine } from '../machine/machine.ts'

/** `node:crypto` inside the simulated machine: the same, but what is drawn comes from the seed. */
export const { createCipheriv, createDecipheriv, createHash, createHmac, timingSafeEqual } = crypto
export const { scrypt, webcrypto } = crypto

export function randomBytes(count: number): Buffer {
  return Buffer.from(machine().random.bytes(count))
}

export function randomInt(min: number, max?: number): number {
  return max === undefined
    ? machine().random.between(0, min - 1)
    : machine().random.between(min, max - 1)
}

export function randomUUID(): string {
  const hex = randomBytes(16).toString('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-')
}
