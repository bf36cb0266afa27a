import { expect, test } from 'vitest'
import { createSimulatedScan } from '../../../src/domain/devices/simulated-scan.ts'

function aScan(shown: { qr: string | null; pairingCode: string | null }) {
  const played: string[] = []
  const scan = createSimulatedScan({
    devices: { qr: async () => ({ ...shown, passkey: null }) },
    phones: {
      scan: async (qr, phone) => void played.push(`${qr} by ${phone}`),
      enterCode: async (code, phone) => void played.push(`${code} typed by ${phone}`),
    },
    hash: () => new Uint8Array([0, 0, 1, 0]),
  })
  return { scan, played }
}

test('the phone of the id reads the QR; an id without a number gets a made-up one', async () => {
  const { scan, played } = aScan({ qr: 'qr', pairingCode: null })
  await scan('ana', { deviceId: '5561999990000' })
  await scan('ana', { deviceId: 'loja' })
  expect(played).toEqual(['qr by 5561999990000', 'qr by 5561900000256'])
})

test('a pairing code is typed, and without any code there is nothing to read', async () => {
  const code = aScan({ qr: null, pairingCode: 'ABCD1234' })
  await code.scan('ana', { deviceId: 'loja', phone: '5561988887777' })
  expect(code.played).toEqual(['ABCD1234 typed by 5561988887777'])
  const none = aScan({ qr: null, pairingCode: null })
  await expect(none.scan('ana', { deviceId: 'loja' })).rejects.toMatchObject({ code: 'no_qr' })
})
