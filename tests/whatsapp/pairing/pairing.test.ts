import { expect, test } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { aMessenger } from '../../support/whatsapp/messenger.ts'
import { aSimulator } from '../../support/whatsapp/simulated.ts'

const PHONE = '5511988887777'
const OTHER = '5511977776666'
const ANA = '5511911112222'

type Played = Awaited<ReturnType<typeof aMessenger>>

const latestQr = ({ latest }: Played) => eventually(() => latest('qr', 'd1')?.qr)
const latestCode = ({ latest }: Played, key: string) =>
  eventually(() => latest('pairing_code', key)?.code)

const countOf = ({ events }: Played, type: string) => events.filter((it) => it.type === type).length

test.each([
  { error: 400, reason: 'code_refused', questions: 1 },
  { error: 403, reason: 'code_forbidden', questions: 1 },
  { error: 429, reason: 'code_rate_limited', questions: 1 },
  { error: 452, reason: 'code_unavailable', questions: 1 },
  { error: 500, reason: 'code_failed', questions: 2 },
] as const)('never shows a code that WhatsApp refused with $error, and says why', async (row) => {
  const { error, reason, questions } = row
  const simulator = await aSimulator()
  await simulator.control.setAccount(PHONE, { codeError: error })
  const played = await aMessenger(simulator)

  played.messenger.pair('d1', { phone: PHONE, withCode: true })

  await played.reaches('d1', reason)
  expect(countOf(played, 'pairing_code')).toBe(0)
  expect(countOf(played, 'qr')).toBe(0)
  // A server in trouble is asked once more.
  expect((await simulator.control.stats()).codesRefused).toBe(questions)
})

test('lives with a notice that says nothing, and makes the other code that WhatsApp wants', async () => {
  const simulator = await aSimulator()
  await simulator.control.setAccount(PHONE, { codeNotice: 'empty' })
  await simulator.control.setAccount(OTHER, { codeNotice: 'refresh' })
  const played = await aMessenger(simulator)
  const codesOf = (key: string) =>
    played.events.flatMap((it) => (it.type === 'pairing_code' && it.key === key ? it.code : []))

  played.messenger.pair('d1', { phone: PHONE, withCode: true })
  await simulator.control.enterCode({ code: await latestCode(played, 'd1'), phone: PHONE })
  await played.reaches('d1', 'connected')

  played.messenger.pair('d2', { phone: OTHER, withCode: true })
  await eventually(() => new Set(codesOf('d2')).size === 2)
  const [outdated = '', code = ''] = new Set(codesOf('d2'))
  const { control } = simulator
  await expect(control.enterCode({ code: outdated, phone: OTHER })).rejects.toMatchObject({
    code: 'wrong_code',
  })
  await control.enterCode({ code, phone: OTHER })
  await played.reaches('d2', 'connected')
})

test('a code that WhatsApp no longer takes links nothing, and a new one does', async () => {
  const simulator = await aSimulator()
  const { control } = simulator
  await control.setAccount(PHONE, { codeLifeMs: 0 })
  const played = await aMessenger(simulator)
  played.messenger.pair('d1', { phone: PHONE, withCode: true })
  const expired = await latestCode(played, 'd1')
  await expect(control.enterCode({ code: expired, phone: PHONE })).rejects.toMatchObject({
    code: 'code_expired',
  })

  await control.setAccount(PHONE, { codeLifeMs: 180_000 })
  const since = played.events.length
  played.messenger.pair('d1', { phone: PHONE, withCode: true })

  const fresh = await eventually(() => played.latest('pairing_code', 'd1', since)?.code)
  await control.enterCode({ code: fresh, phone: PHONE })
  await played.reaches('d1', 'connected')
})

test('registers under one name, that of a browser, by QR and by code', async () => {
  const simulator = await aSimulator()
  const played = await aMessenger(simulator)
  await played.pair('d1')
  const byQr = (await simulator.control.stats()).lastClientName

  played.messenger.pair('d2', { phone: OTHER, withCode: true })
  await simulator.control.enterCode({ code: await latestCode(played, 'd2'), phone: OTHER })

  await played.reaches('d2', 'connected')
  expect([byQr, (await simulator.control.stats()).lastClientName]).toEqual([
    'Chrome (Mac OS)',
    'Chrome (Mac OS)',
  ])
})

test('takes a landline for another number than the mobile with the same last eight digits', async () => {
  const simulator = await aSimulator()
  const played = await aMessenger(simulator)
  played.messenger.pair('d1', { phone: '5511923456789', withCode: false })

  await simulator.control.scan({ qr: await latestQr(played), phone: '551123456789' })

  await played.reaches('d1', 'other_phone')
})

test('a device does not log in as another number than the one that was meant, until its owner agrees', async () => {
  const simulator = await aSimulator()
  const played = await aMessenger(simulator)
  played.messenger.pair('d1', { phone: PHONE, withCode: false })

  await simulator.control.scan({ qr: await latestQr(played), phone: OTHER })

  expect(await played.reaches('d1', 'other_phone')).toMatchObject({ phone: OTHER })
  expect(await played.messenger.hasKeys('d1')).toBe(true)
  expect((await simulator.control.stats()).logins).toBe(0)
  expect(await played.send('d1', { to: ANA })).toMatchObject({ kind: 'not_sent' })
  played.messenger.open('d1')
  await played.reaches('d1', 'connected')
  expect(await played.send('d1', { to: ANA })).toMatchObject({ kind: 'accepted' })
})

test.each([
  { meant: '', why: 'no number was meant' },
  { meant: '551188887777', why: 'the ninth digit was left out' },
])('takes any phone for the right one where $why', async ({ meant }) => {
  const simulator = await aSimulator()
  const played = await aMessenger(simulator)
  played.messenger.pair('d1', { phone: meant, withCode: false })

  await simulator.control.scan({ qr: await latestQr(played), phone: PHONE })

  await played.reaches('d1', 'connected')
})

test('links a personal account, of which WhatsApp says no name', async () => {
  const simulator = await aSimulator()
  await simulator.control.setAccount(PHONE, { isBusiness: false })
  const { pair, send } = await aMessenger(simulator)

  await pair('d1')

  expect(await send('d1', { to: ANA })).toMatchObject({ kind: 'accepted' })
})

test('shows the six codes of the server, and ends after them', async () => {
  const simulator = await aSimulator()
  const played = await aMessenger(simulator, { timings: { qrLifeMs: 150 } })

  played.messenger.pair('d1', { phone: PHONE, withCode: false })

  await played.reaches('d1', 'pairing_expired')
  expect(countOf(played, 'qr')).toBe(6)
})

test('keeps a pairing code alive after the QR codes have run out, to its own end', async () => {
  const simulator = await aSimulator()
  const timings = { qrLifeMs: 150, codeLifeMs: 2_500 }
  const played = await aMessenger(simulator, { timings })
  const startedAt = Date.now()
  played.messenger.pair('d1', { phone: PHONE, withCode: true })

  await played.reaches('d1', 'pairing_expired')

  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(2_500)
  expect(countOf(played, 'pairing_code')).toBe(6)
  // A code that lives longer leaves time enough to enter it, on a busy machine too.
  const patient = await aMessenger(simulator, { timings: { ...timings, codeLifeMs: 60_000 } })
  patient.messenger.pair('d1', { phone: PHONE, withCode: true })
  await eventually(() => patient.events.find((it) => it.type === 'pairing_code'))
  // Both devices get as many codes: once those of d2 have run out, those of d1 have, too.
  patient.messenger.pair('d2', { phone: OTHER, withCode: false })
  await patient.reaches('d2', 'pairing_expired')
  await simulator.control.enterCode({ code: await latestCode(patient, 'd1'), phone: PHONE })
  await patient.reaches('d1', 'connected')
})
