import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { machine } from '../machine/machine.ts'

/** `security/passwords.ts` inside the simulated machine: the same shapes, without the hard work. */
export function createPasswords() {
  return {
    hash: async (password: string) => digest(password),
    verify: async (password: string, kept: string | undefined) => digest(password) === kept,
  }
}

export function newApiKey(): string {
  return Buffer.from(machine().random.bytes(24)).toString('base64url')
}

export function hashApiKey(apiKey: string): string {
  return digest(apiKey)
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
