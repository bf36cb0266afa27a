import { SignJWT, UnsecuredJWT } from 'jose'
import { expect, test } from 'vitest'
import { createTokens } from '../../src/security/tokens.ts'

const secret = 'a secret of at least 32 characters'
const nowMs = Date.UTC(2026, 0, 15, 12)
const week = 7 * 24 * 60 * 60 * 1000
const claims = { userId: 'u', sessionId: 's', generation: 2 }

const tokensAt = (ms: number, key = secret) => createTokens({ secret: key, now: () => ms })

test('a token tells what was signed, and when it ends', async () => {
  const tokens = await tokensAt(nowMs)
  expect(await tokens.verify(await tokens.sign(claims))).toEqual({
    ...claims,
    expiresAt: '2026-01-22T12:00:00.000Z',
  })
})

test('a token is refused after seven days, changed, or signed by another secret', async () => {
  const token = await (await tokensAt(nowMs)).sign(claims)
  const later = await tokensAt(nowMs + week)
  expect(await later.verify(token)).toBeUndefined()
  const tokens = await tokensAt(nowMs)
  const [header, , signature] = token.split('.')
  const other = btoa('{"sub":"v","sid":"s","gen":2,"iss":"disparo"}').replaceAll('=', '')
  expect(await tokens.verify(`${header}.${other}.${signature}`)).toBeUndefined()
  expect(await (await tokensAt(nowMs, 'x'.repeat(32))).verify(token)).toBeUndefined()
})

test('a token that chooses its own algorithm is refused', async () => {
  const tokens = await tokensAt(nowMs)
  const payload = { sub: 'u', sid: 's', gen: 2, iss: 'disparo', exp: nowMs / 1000 + 60 }
  const unsecured = new UnsecuredJWT(payload).encode()
  expect(await tokens.verify(unsecured)).toBeUndefined()
  const key = new TextEncoder().encode(secret.padEnd(64, 'x'))
  const stronger = await new SignJWT(payload).setProtectedHeader({ alg: 'HS512' }).sign(key)
  expect(await tokens.verify(stronger)).toBeUndefined()
})

test.each(['', 'x', 'a.b.c', '..', '💥.💥.💥'])(
  'a text that is no token is refused: "%s"',
  async (token) => {
    expect(await (await tokensAt(nowMs)).verify(token)).toBeUndefined()
  },
)
