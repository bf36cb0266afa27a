import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { expect } from 'vitest'

/** The key of the example in the specification. */
export const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

/** Verifies a delivery as the specification of Standard Webhooks tells receivers to. */
export function expectSigned({
  secret,
  headers,
  text,
}: {
  readonly secret: string
  readonly headers: IncomingHttpHeaders
  readonly text: string
}): void {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signed = [headers['webhook-id'], headers['webhook-timestamp'], text].join('.')
  const expected = createHmac('sha256', key).update(signed).digest('base64')
  const given = String(headers['webhook-signature']).split(' ')
  expect(given).toContain(`v1,${expected}`)
}
