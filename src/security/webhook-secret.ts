import { randomBytes } from 'node:crypto'
import { SECRET_PREFIX } from '../contract/webhooks/webhook-secret.ts'

const SECRET_BYTES = 32

/** Draws a key of Standard Webhooks. */
export function newSecret(): string {
  return `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`
}
