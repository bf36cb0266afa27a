import { expect, onTestFinished, test } from 'vitest'
import type { z } from 'zod'
import type { QrJson } from '../../src/contract/devices/device.ts'
import { aStand } from '../support/daemon/stand.ts'
import { registerUser, until } from '../support/daemon/user.ts'

const PHONE = '5511988887777'

test('an account with a passkey is linked: its demand reaches the owner, and the answer WhatsApp', async () => {
  const { control, daemon, close } = await aStand('passkey')
  onTestFinished(close)
  await control.setAccount(PHONE, { passkey: 'required' })
  const user = await registerUser(daemon.url())
  const codes = () => user.get<z.input<typeof QrJson>>(`/api/whatsapp/qr/${PHONE}`)
  await user.post('/api/whatsapp/connect', { deviceId: PHONE })
  const { qr } = await until(codes, (shown) => shown.qr !== null)
  control.scan({ qr: qr ?? '', phone: PHONE }).catch(() => undefined)

  const { passkey } = await until(codes, (shown) => shown.passkey?.passo === 'assinatura')
  expect(passkey).toMatchObject({ pedido: expect.stringContaining('challenge'), codigo: null })
  const request = passkey?.pedido ?? ''
  const { answer } = await control.showPasskey({ phone: PHONE, request })
  await user.post(`/api/whatsapp/passkey/${PHONE}`, { resposta: answer })

  await user.waitForStatus(PHONE, 'connected')
})
