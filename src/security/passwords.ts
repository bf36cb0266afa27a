import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import type { Passwords } from '../domain/accounts/credentials.ts'

const COST = 2 ** 16
const BLOCK_SIZE = 8
const PARALLELISM = 1
const KEY_BYTES = 32
const SALT_BYTES = 16
/** Twice what the parameters need (128 · N · r); Node's own limit is below that. */
const MAX_MEMORY_BYTES = 2 * 128 * COST * BLOCK_SIZE

const format = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([A-Za-z0-9_-]+)\$([A-Za-z0-9_-]+)$/

/**
 * Hashes passwords with scrypt, parameters included in the hash; callers bound how many run at
 * once.
 */
export function createPasswords(): Passwords {
  return {
    dummyHash: encode(Buffer.alloc(SALT_BYTES), Buffer.alloc(KEY_BYTES)),

    async hash(password) {
      const salt = randomBytes(SALT_BYTES)
      const own = { cost: COST, blockSize: BLOCK_SIZE, parallelism: PARALLELISM }
      return encode(salt, await derive(password, salt, own))
    },

    async verify(password, hash) {
      const [, cost, blockSize, parallelism, salt, key] = format.exec(hash) ?? []
      if (!salt || !key) throw new Error('a stored password hash has an unknown format')
      const expected = Buffer.from(key, 'base64url')
      const given = await derive(password, Buffer.from(salt, 'base64url'), {
        cost: Number(cost),
        blockSize: Number(blockSize),
        parallelism: Number(parallelism),
      })
      return expected.length === given.length && timingSafeEqual(expected, given)
    },
  }
}

/** Hash under which an apikey is looked up. Keys are random, so a plain hash cannot be reversed. */
export function hashApiKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}

export function newApiKey(): string {
  return randomBytes(32).toString('base64url')
}

function encode(salt: Buffer, key: Buffer): string {
  const parameters = `${COST}$${BLOCK_SIZE}$${PARALLELISM}`
  return `scrypt$${parameters}$${salt.toString('base64url')}$${key.toString('base64url')}`
}

function derive(
  password: string,
  salt: Buffer,
  parameters: { cost: number; blockSize: number; parallelism: number },
): Promise<Buffer> {
  const options = {
    ...parameters,
    parallelization: parameters.parallelism,
    maxmem: MAX_MEMORY_BYTES,
  }
  return new Promise((resolve, reject) => {
    // Normalised, since the same characters may be composed differently on another system.
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) => {
      if (error) reject(error)
      else resolve(key)
    })
  })
}
