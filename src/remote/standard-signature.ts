import { createHmac } from 'node:crypto'
import { SECRET_PREFIX } from '../contract/webhooks/webhook-secret.ts'

/** The headers that Standard Webhooks are signed with, in lower case. */
export const standardHeaderNames = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const

type StandardHeaders = Readonly<Record<(typeof standardHeaderNames)[number], string>>

/** Signs a body and the time of this attempt with each secret, as Standard Webhooks has it. */
export function standardHeaders({
  id,
  json,
  secrets,
  nowMs,
}: {
  /** Without a dot: dots separate what is signed. */
  readonly id: string
  readonly json: string
  readonly secrets: readonly string[]
  readonly nowMs: number
}): StandardHeaders {
  const timestamp = String(Math.floor(nowMs / 1000))
  const signed = `${id}.${timestamp}.${json}`
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => signature(secret, signed)).join(' '),
  }
}

function signature(secret: string, signed: string): string {
  return `v1,${createHmac('sha256', keyOf(secret)).update(signed).digest('base64')}`
}

/** Base64 after the prefix; a text without the prefix, as an instance's token, is the key. */
function keyOf(secret: string): Buffer {
  return secret.startsWith(SECRET_PREFIX)
    ? Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
    : Buffer.from(secret)
}
