import { expect, test } from 'vitest'
import {
  afterLogin,
  afterPairing,
  reconnectDelayMs,
} from '../../../src/whatsapp/connection/reconnect-policy.ts'
import type { SocketEnd } from '../../../src/whatsapp/connection/socket.ts'

function anEnd(end: Partial<SocketEnd>): SocketEnd {
  const plain = { code: 428, isFromServer: false, httpStatus: null, wasOpen: false, openMs: 0 }
  return { ...plain, detail: 'Connection Terminated', ...end }
}

test('reconnects at once when the server asks for it', () => {
  expect(afterLogin(anEnd({ code: 515, isFromServer: true }))).toEqual({ step: 'reconnect_now' })
})

test.each([
  { code: 401, reason: 'logged_out' },
  { code: 403, reason: 'banned' },
  { code: 440, reason: 'replaced' },
])('gives up after $code, but only when WhatsApp itself says so', ({ code, reason }) => {
  expect(afterLogin(anEnd({ code, isFromServer: true }))).toEqual({ step: 'give_up', reason })
  expect(afterLogin(anEnd({ code, httpStatus: code }))).toEqual({
    step: 'reconnect_later',
    reason: 'refused',
  })
})

test.each([
  { end: { wasOpen: true }, reason: 'connection_lost' },
  { end: { wasOpen: true, code: 503, isFromServer: true }, reason: 'connection_lost' },
  { end: { code: 408 }, reason: 'unreachable' },
  { end: { code: 405, isFromServer: true }, reason: 'refused' },
  { end: { httpStatus: 429 }, reason: 'refused' },
  { end: { code: 400, detail: 'noise certificate signature invalid' }, reason: 'refused' },
])('goes on trying as $reason after $end', ({ end, reason }) => {
  expect(afterLogin(anEnd(end))).toEqual({ step: 'reconnect_later', reason })
})

test('ends a pairing when the codes have run out or its proof is wrong', () => {
  const pairing = { hasShownCode: false }
  const expired = anEnd({ code: 408, isFromServer: true, detail: 'QR refs attempts ended' })
  const wrong = anEnd({ code: 500, detail: 'Invalid account signature' })

  expect(afterPairing(expired, pairing)).toEqual({ step: 'give_up', reason: 'pairing_expired' })
  expect(afterPairing(wrong, pairing)).toEqual({ step: 'give_up', reason: 'pairing_failed' })
})

test('tries a pairing again that met no server or died with its code', () => {
  const refused = anEnd({ code: 401, isFromServer: true, detail: 'Connection Failure' })

  expect(afterPairing(anEnd({ code: 408 }), { hasShownCode: false })).toEqual({
    step: 'reconnect_later',
    reason: 'unreachable',
  })
  expect(afterPairing(refused, { hasShownCode: true })).toMatchObject({ step: 'reconnect_later' })
})

test('waits twice as long each time, up to the limit, and never the same time for all', () => {
  const limits = { firstMs: 1_000, maxMs: 60_000 }
  const longest = [0, 1, 2, 5, 6, 1_000].map((attempt) =>
    reconnectDelayMs(attempt, { ...limits, random: 1 }),
  )

  expect(longest).toEqual([1_000, 2_000, 4_000, 32_000, 60_000, 60_000])
  expect(reconnectDelayMs(3, { ...limits, random: 0 })).toBe(4_000)
})
