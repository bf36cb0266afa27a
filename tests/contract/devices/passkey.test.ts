import { expect, test } from 'vitest'
import { z } from 'zod'
import { QrJson } from '../../../src/contract/devices/device.ts'

const passkey = {
  passo: 'assinatura',
  pedido: '{"challenge":"YQ"}',
  trecho: '(async () => {})()',
  codigo: null,
  ate: '2026-11-21T13:10:00.000Z',
} as const

test('the demand for a passkey is read from the wire and written back as it was', () => {
  const wire = { qr: null, pairingCode: null, passkey }
  const shown = z.decode(QrJson, wire)
  expect(shown.passkey).toMatchObject({ step: 'assinatura', request: passkey.pedido, code: null })
  expect(z.encode(QrJson, shown)).toEqual(wire)
})

test('a server that knows no passkeys demands none', () => {
  expect(z.decode(QrJson, { qr: '2@a', pairingCode: null }).passkey).toBeNull()
})
