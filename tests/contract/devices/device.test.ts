import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  DeviceJson,
  DisconnectCode,
  isFinal,
  isRetrying,
} from '../../../src/contract/devices/device.ts'

const wire = {
  deviceId: '5561999990000',
  connection_name: 'Loja',
  status: 'disconnected',
  phone: '5561999990000',
  created_at: '2026-11-20T10:00:00.000Z',
  last_seen: '2026-11-21T13:05:00.000Z',
  last_received: '2026-11-21T13:04:00.000Z',
  last_sent: null,
  reason: 'A conexão caiu. Tentando novamente.',
  reason_code: 'connection_lost',
  reason_until: null,
  restricao: {
    tipo: 'WEB_COMPANION_ONLY',
    ate: '2026-11-22T10:00:00.000Z',
    desde: '2026-11-21T10:00:00.000Z',
  },
  cota: { total: 250, usadas: 40, situacao: 'NONE', fim_do_ciclo: null },
  primeiras_mensagens_24h: 12,
} as const

describe('a device', () => {
  test('reads and writes its wire, the code of its reason beside the sentence', () => {
    const device = z.decode(DeviceJson, wire)
    expect(device).toMatchObject({ reason: wire.reason, reasonCode: 'connection_lost' })
    expect(z.encode(DeviceJson, device)).toEqual(wire)
  })

  test('of an earlier version says nothing of its standing', () => {
    const { restricao: _, cota: __, primeiras_mensagens_24h: ___, ...old } = wire
    expect(z.decode(DeviceJson, old).standing).toEqual({
      restriction: null,
      quota: null,
      firstMessageCount: 0,
    })
  })

  test('names the node that holds it, where there are several', () => {
    const held = { ...wire, node: 'no-1' }
    const device = z.decode(DeviceJson, held)
    expect(device.nodeName).toBe('no-1')
    expect(z.encode(DeviceJson, device)).toEqual(held)
    expect(z.encode(DeviceJson, z.decode(DeviceJson, wire))).not.toHaveProperty('node')
  })

  test('whose state needs no reason has neither reason nor code', () => {
    const up = { ...wire, status: 'connected', reason: null, reason_code: null } as const
    expect(z.encode(DeviceJson, z.decode(DeviceJson, up))).toEqual(up)
  })
})

const retrying = ['connection_lost', 'unreachable', 'refused', 'replaced_once', 'restarting']
const held = [
  ...['suspended', 'suspended_strangers', 'suspended_blocked', 'suspended_groups'],
  ...['suspended_repeated', 'suspended_broadcast', 'outdated'],
]
const askedFor = ['closed_by_user']
const atNextStart = ['keys_newer']

test.each(DisconnectCode.options)(
  '"%s" is retried by the server, is final, or is neither',
  (code) => {
    expect(isRetrying(code)).toBe(retrying.includes(code))
    expect(isFinal(code)).toBe(![...retrying, ...held, ...askedFor, ...atNextStart].includes(code))
  },
)

test('a device that an older server describes has a reason without an end', () => {
  const { reason_until: _, ...older } = wire
  expect(z.decode(DeviceJson, older)).toMatchObject({ reasonUntil: null })
})

test('no reason at all is neither the end nor a promise to try again', () => {
  expect([isFinal(null), isRetrying(null)]).toEqual([false, false])
})
