import { describe, expect, test } from 'vitest'
import { pairingVerdictOf, verdictOf } from '../../../src/whatsapp/connection/end-rules.ts'
import type { SocketEnd } from '../../../src/whatsapp/connection/socket-end.ts'

function anEnd(end: Partial<SocketEnd>): SocketEnd {
  const plain = { code: 428, server: null, httpStatus: null, wasOpen: false, openMs: 0 }
  return { ...plain, detail: 'Connection Terminated', ...end }
}

function aFailure(code: number, attributes: Record<string, string> = {}): SocketEnd {
  return anEnd({ code, server: { kind: 'failure', code, attributes } })
}

function aStreamEnd(code: number, tag = '', attributes: Record<string, string> = {}): SocketEnd {
  return anEnd({ code, wasOpen: true, server: { kind: 'stream_error', code, tag, attributes } })
}

describe('a refused login', () => {
  test.each([
    { code: 401, reason: 'logged_out' },
    { code: 403, reason: 'locked' },
    { code: 406, reason: 'banned' },
  ])('with $code ends for good, the keys aside', ({ code, reason }) => {
    expect(verdictOf(aFailure(code))).toEqual({ kind: 'give_up', reason, keys: 'set_aside' })
  })

  test.each([401, 403, 406])('with %i counts only from WhatsApp itself', (code) => {
    expect(verdictOf(anEnd({ code, httpStatus: code }))).toEqual({
      kind: 'try_again',
      reason: 'refused',
    })
  })

  test.each([
    { code: '101', reason: 'suspended_strangers' },
    { code: '102', reason: 'suspended_blocked' },
    { code: '103', reason: 'suspended_groups' },
    { code: '104', reason: 'suspended_repeated' },
    { code: '106', reason: 'suspended_broadcast' },
    { code: '999', reason: 'suspended' },
  ])('with 402 and $code waits for the end of the suspension', ({ code, reason }) => {
    expect(verdictOf(aFailure(402, { code, expire: '3600' }))).toEqual({
      kind: 'hold',
      reason,
      seconds: 3600,
    })
  })

  test.each([{}, { expire: '0' }, { expire: 'soon' }])(
    'with 402 and %o has no known end',
    (said) => {
      expect(verdictOf(aFailure(402, said))).toMatchObject({ reason: 'suspended', seconds: null })
    },
  )

  test('with 405 or 409 asks for a newer version', () => {
    expect(verdictOf(aFailure(405))).toEqual({ kind: 'newer_version', otherwise: 'wait' })
    expect(verdictOf(aFailure(409))).toMatchObject({
      kind: 'newer_version',
      otherwise: { reason: 'bad_client', keys: 'keep' },
    })
  })

  test.each([400, 413, 414])('with %i waits five minutes at most', (code) => {
    expect(verdictOf(aFailure(code))).toMatchObject({ kind: 'try_again', maxMs: 300_000 })
  })

  test.each([
    { code: 415, end: { reason: 'logged_out', keys: 'set_aside' } },
    { code: 418, end: { reason: 'logged_out', keys: 'set_aside' } },
    { code: 422, end: { reason: 'rejected', keys: 'keep' } },
  ])('with $code ends after three in a row', ({ code, end }) => {
    expect(verdictOf(aFailure(code))).toMatchObject({
      kind: 'try_again',
      limit: { count: 3, withinMs: null, end },
    })
  })

  test.each([500, 501, 503, 599])('with %i is tried again without an end', (code) => {
    expect(verdictOf(aFailure(code))).toEqual({ kind: 'try_again', reason: 'refused' })
  })
})

describe('an ended stream', () => {
  test('is opened again at once when the server asks for it', () => {
    expect(verdictOf(aStreamEnd(515))).toEqual({ kind: 'reconnect_now' })
  })

  test.each([
    aStreamEnd(516),
    aStreamEnd(401, 'conflict', { type: 'device_removed' }),
    // Baileys takes every conflict without a code for a replaced session.
    aStreamEnd(440, 'conflict', { type: 'device_removed' }),
  ])('logs the device out', (end) => {
    expect(verdictOf(end)).toEqual({ kind: 'give_up', reason: 'logged_out', keys: 'set_aside' })
  })

  test.each([
    aStreamEnd(440, 'conflict', { type: 'replaced' }),
    aStreamEnd(409, 'conflict', { type: 'replaced' }),
    aStreamEnd(440),
  ])('was replaced by another session', (end) => {
    expect(verdictOf(end)).toEqual({ kind: 'replaced' })
  })

  test('says what was written wrongly, and not for ever', () => {
    expect(verdictOf(aStreamEnd(500, 'xml-not-well-formed'))).toMatchObject({
      reason: 'connection_lost',
      limit: { count: 3, end: { reason: 'malformed', keys: 'keep' } },
    })
  })

  test('that was rate limited raises the waits', () => {
    expect(verdictOf(aStreamEnd(429))).toEqual({
      kind: 'try_again',
      reason: 'connection_lost',
      raise: 5,
    })
  })

  test.each([aStreamEnd(500, 'ack'), aStreamEnd(503), aStreamEnd(500)])('comes back', (end) => {
    expect(verdictOf(end)).toEqual({ kind: 'try_again', reason: 'connection_lost' })
  })

  test('of an unknown kind never costs the keys', () => {
    expect(verdictOf(aStreamEnd(499))).toMatchObject({
      limit: { count: 3, end: { reason: 'rejected', keys: 'keep' } },
    })
  })

  test('asks for a newer version, or another kind of account', () => {
    expect(verdictOf(aStreamEnd(405))).toMatchObject({ kind: 'newer_version' })
    expect(verdictOf(anEnd({ code: 411, server: { kind: 'not_multi_device' } }))).toEqual({
      kind: 'give_up',
      reason: 'not_multi_device',
      keys: 'keep',
    })
  })
})

test.each([
  { end: { wasOpen: true }, reason: 'connection_lost' },
  { end: { code: 408 }, reason: 'unreachable' },
  { end: { httpStatus: 429 }, reason: 'refused' },
  { end: { code: 400, detail: 'noise certificate signature invalid' }, reason: 'refused' },
])('goes on trying as $reason after $end', ({ end, reason }) => {
  expect(verdictOf(anEnd(end))).toEqual({ kind: 'try_again', reason })
})

describe('a pairing', () => {
  test('ends when the codes have run out or its proof is wrong', () => {
    const pairing = { hasShownCode: false, ceremony: null }
    const expired = anEnd({ code: 408, server: { kind: 'codes_ended' } })
    const wrong = anEnd({ code: 500, detail: 'Invalid account signature' })

    expect(pairingVerdictOf(expired, pairing)).toMatchObject({
      kind: 'give_up',
      reason: 'pairing_expired',
    })
    expect(pairingVerdictOf(wrong, pairing)).toMatchObject({
      kind: 'give_up',
      reason: 'pairing_failed',
    })
  })

  test('is tried again that met no server or died with its code', () => {
    expect(pairingVerdictOf(anEnd({ code: 408 }), { hasShownCode: false, ceremony: null })).toEqual(
      {
        kind: 'try_again',
        reason: 'unreachable',
      },
    )
    expect(pairingVerdictOf(aFailure(401), { hasShownCode: true, ceremony: null })).toMatchObject({
      kind: 'try_again',
    })
  })

  test('ends as outdated where no newer version is found', () => {
    expect(pairingVerdictOf(aFailure(405), { hasShownCode: true, ceremony: null })).toMatchObject({
      kind: 'newer_version',
      otherwise: { kind: 'give_up', reason: 'outdated' },
    })
  })
})
