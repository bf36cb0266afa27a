import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { residentStand } from '../support/daemon/shared.ts'
import { aStandIn } from '../support/daemon/stand-in.ts'
import { registerUser, until } from '../support/daemon/user.ts'
import { differencesFrom } from '../support/http/shape.ts'

type Call = {
  readonly event: string
  readonly data: {
    readonly state?: string
    readonly statusReason?: number
    readonly qrcode?: {
      readonly pairingCode: string | null
      readonly code: string
      readonly base64: string
    }
  }
}

const PHONE = '5561988880001'

const envelope = (data: string, sender = '') =>
  `{ event: string, instance: string, data: ${data}, destination: string, date_time: string,
     ${sender} server_url: string, apikey: string }`
const shapes: Readonly<Record<string, string>> = {
  connecting: envelope('{ instance: string, state: string, statusReason: number }'),
  code: envelope(
    '{ qrcode: { instance: string, pairingCode: string|null, code: string, base64: string } }',
  ),
  open: envelope(
    '{ instance: string, wuid: string, profileName: string, state: string, statusReason: number }',
    'sender: string,',
  ),
  close: envelope('{ instance: string, state: string, statusReason: number }', 'sender: string,'),
}

/** One word for an event: its state, or that there is a code. */
function wordOf({ event, data }: Call): string {
  return event === 'qrcode.updated' ? 'code' : (data.state ?? event)
}

const resident = residentStand()

async function aPairing() {
  const stand = resident()
  await stand.control.reset()
  const { url, seen } = await aStandIn(() => ({ status: 200 }))
  const user = await registerUser(stand.daemon.url())
  onTestFinished(async () => {
    await user.remove('/gateway/instance/delete/loja')
  })
  const calls = () => seen.map(({ text }): Call => JSON.parse(text))
  return {
    control: stand.control,
    user,
    calls,
    tells: (words: readonly string[]) =>
      until(
        async () => calls().map(wordOf),
        (told) => JSON.stringify(told) === JSON.stringify(words),
      ),
    create: (fields: object) =>
      user.post<{ qrcode: { code?: string } }>('/gateway/instance/create', {
        instanceName: 'loja',
        integration: 'WHATSAPP-BAILEYS',
        qrcode: true,
        webhook: { url, events: ['CONNECTION_UPDATE', 'QRCODE_UPDATED'] },
        ...fields,
      }),
  }
}

test('a receiver follows a pairing from the code to the end, in order and in the known shapes', async () => {
  const { control, user, calls, tells, create } = await aPairing()
  await create({})
  await tells(['connecting', 'code'])
  const { pairingCode, code = '', base64 = '' } = calls()[1]?.data.qrcode ?? {}
  expect(pairingCode).toBeNull()
  const picture = Buffer.from(base64.replace('data:image/png;base64,', ''), 'base64')
  expect(await sharp(picture).metadata()).toMatchObject({ format: 'png' })

  await control.scan({ qr: code, phone: PHONE, name: 'Loja' })
  await tells(['connecting', 'code', 'open'])
  await user.remove('/gateway/instance/logout/loja')
  await tells(['connecting', 'code', 'open', 'close'])
  expect(calls()[3]?.data.statusReason).toBe(401)

  for (const call of calls()) expect(differencesFrom(shapes[wordOf(call)] ?? '', call)).toEqual([])
})

test('with a number the pairing code and the QR come together, and the QR pairs as well', async () => {
  const { control, calls, tells, create } = await aPairing()
  const created = await create({ number: PHONE })
  await tells(['connecting', 'code'])
  const { qrcode } = calls()[1]?.data ?? {}
  expect(qrcode).toMatchObject({ pairingCode: expect.stringMatching(/^[A-Z0-9]{8}$/) })
  const { pairingCode, code, base64 } = qrcode ?? {}
  // On a busy machine the code may come after the answer; asking again would ask for another code.
  const answer = created.qrcode.code ? { pairingCode, code, base64 } : { count: 0 }
  expect(created.qrcode).toMatchObject(answer)

  await control.scan({ qr: qrcode?.code ?? '', phone: PHONE, name: 'Loja' })
  await tells(['connecting', 'code', 'open'])
})
