import { UnsecuredJWT } from 'jose'
import { expect, test } from 'vitest'
import { createPasses } from '../../src/security/passes.ts'
import { createTokens } from '../../src/security/tokens.ts'

const secret = 'a secret of at least 32 characters'
const nowMs = Date.UTC(2026, 0, 15, 12)
const call = {
  ...{ userId: 'u', method: 'POST', path: '/api/contacts/ação', address: '2001:db8::/64' },
  isSecure: true,
}

const passesAt = (ms: number, key = secret) => createPasses({ secret: key, now: () => ms })

test('a pass tells of the call that it was issued for', async () => {
  const pass = await (await passesAt(nowMs)).issue(call)
  expect(await (await passesAt(nowMs)).read(pass)).toEqual(call)
})

test('a pass is read by clocks that differ by some seconds, and not for long', async () => {
  const pass = await (await passesAt(nowMs)).issue(call)
  expect(await (await passesAt(nowMs - 10_000)).read(pass)).toEqual(call)
  expect(await (await passesAt(nowMs + 25_000)).read(pass)).toEqual(call)
  expect(await (await passesAt(nowMs + 31_000)).read(pass)).toBeUndefined()
})

test('a pass of another secret, without a signature, or that is none is not read', async () => {
  const passes = await passesAt(nowMs)
  const forged = await (await passesAt(nowMs, 'x'.repeat(32))).issue(call)
  const payload = { ...call, sub: 'u', secure: true, iss: 'disparo-node', exp: nowMs / 1000 + 9 }
  for (const pass of [forged, new UnsecuredJWT(payload).encode(), 'x', '']) {
    expect(await passes.read(pass)).toBeUndefined()
  }
})

test('a session token is no pass, nor a pass a session token, under one secret', async () => {
  const tokens = await createTokens({ secret, now: () => nowMs })
  const passes = await passesAt(nowMs)
  const token = await tokens.sign({ userId: 'u', sessionId: 's', generation: 0 })
  expect(await passes.read(token)).toBeUndefined()
  expect(await tokens.verify(await passes.issue(call))).toBeUndefined()
})
