import { expect, test } from 'vitest'
import { checkAssertion } from '../../../src/contract/devices/passkey-assertion.ts'
import type { MessengerTimings } from '../../../src/whatsapp/hosts/host-protocol.ts'
import { eventually } from '../../support/eventually.ts'
import { aMessenger } from '../../support/whatsapp/messenger.ts'
import { aSimulator } from '../../support/whatsapp/simulated.ts'

const PHONE = '5511988887777'
const OTHER = '5511977776666'
const ANA = '5511911112222'

/** A device whose account wants its passkey: its phone has read the QR, or the code. */
async function aDemand({
  passkey = 'required',
  withCode = false,
  timings = {},
}: {
  passkey?: 'required' | 'stuck' | 'badProof'
  withCode?: boolean
  timings?: Partial<MessengerTimings>
} = {}) {
  const simulator = await aSimulator()
  const { control } = simulator
  await control.setAccount(PHONE, { passkey })
  const played = await aMessenger(simulator, { timings: { qrLifeMs: 5_000, ...timings } })
  const { messenger, events, latest } = played
  messenger.pair('d1', { phone: PHONE, withCode })
  const shown = await eventually(() =>
    events.find(({ type }) => type === 'qr' || type === 'pairing_code'),
  )
  const linked =
    shown.type === 'pairing_code'
      ? control.enterCode({ code: shown.code, phone: PHONE })
      : control.scan({ qr: shown.type === 'qr' ? shown.qr : '', phone: PHONE })
  linked.catch(() => undefined)
  const demand = await step('assinatura')
  return { ...played, control, step, show, demand, linked }

  function step(wanted: string) {
    return eventually(() => {
      const event = latest('passkey', 'd1')
      return event?.step === wanted ? event : undefined
    })
  }

  /** The owner shows a passkey, and brings the answer. */
  async function show(phone = PHONE): Promise<void> {
    const request = demand.request ?? ''
    const { answer } = await control.showPasskey({ phone, request })
    const checked = checkAssertion(answer, request)
    messenger.answerPasskey('d1', 'assertion' in checked ? checked.assertion : '')
  }
}

test.each([
  { by: 'QR', withCode: false },
  { by: 'code', withCode: true },
])(
  'an account with a passkey is linked by $by, without a code to compare',
  async ({ withCode }) => {
    const { control, events, step, show, reaches, send, demand } = await aDemand({ withCode })
    expect(JSON.parse(demand.request ?? '')).toMatchObject({
      rpId: 'whatsapp.com',
      timeout: 600_000,
    })
    expect(Date.parse(demand.until) - Date.now()).toBeGreaterThan(500_000)

    await show()

    await step('aguardando')
    await reaches('d1', 'connected')
    expect(await control.passkeyCode()).toEqual({ code: null })
    expect(events.filter(({ type }) => type === 'passkey')).toHaveLength(2)
    expect(await send('d1', { to: ANA })).toMatchObject({ kind: 'accepted' })
  },
)

test('the owner compares the codes where the phone’s agreement is older', async () => {
  const { control, messenger, step, show, latest, reaches } = await aDemand({
    timings: { passkeyHandoffMs: 0 },
  })
  await show()
  const { code } = await step('confirmar')

  expect(code).toMatch(/^[1-9A-HJ-NP-Z]{4}-[1-9A-HJ-NP-Z]{4}$/)
  expect(await control.passkeyCode()).toEqual({ code })
  // A pairing without the owner's confirmation would come before d2's first code.
  messenger.pair('d2', { phone: OTHER, withCode: false })
  await eventually(() => latest('qr', 'd2'))
  expect((await control.stats()).pairings).toBe(0)
  messenger.confirmPasskey('d1')

  await reaches('d1', 'connected')
})

test('a device whose owner looks for the passkey shows no further code, however long that takes', async () => {
  const { messenger, events, step, show, reaches } = await aDemand({ timings: { qrLifeMs: 500 } })
  const count = () => events.filter(({ type, key }) => type === 'qr' && key === 'd1').length
  const before = count()

  // By then a pairing without a passkey has used up the server's six codes, and ended.
  messenger.pair('d2', { phone: OTHER, withCode: false })
  await reaches('d2', 'pairing_expired')

  expect(count()).toBe(before)
  await step('assinatura')
  await show()
  await reaches('d1', 'connected')
})

test.each([
  { passkey: 'badProof', phone: PHONE, reason: 'passkey_refused', timings: {} },
  { passkey: 'required', phone: OTHER, reason: 'passkey_refused', timings: {} },
  { passkey: 'stuck', phone: PHONE, reason: 'passkey_stuck', timings: { passkeyStuckMs: 700 } },
] as const)(
  'a pairing ends as $reason where WhatsApp plays $passkey and $phone shows the passkey',
  async ({ phone, reason, ...played }) => {
    const { show, reaches, messenger } = await aDemand(played)

    await show(phone)

    await reaches('d1', reason)
    expect(await messenger.hasKeys('d1')).toBe(false)
  },
)

test('a pairing ends where the owner shows no passkey in time', async () => {
  const { messenger, reaches, show, events, latest } = await aDemand({
    timings: { passkeyLimitMs: 500 },
  })

  await reaches('d1', 'passkey_required')

  const since = events.length
  await show()
  // The host handles this pairing behind the answer that comes too late.
  messenger.pair('d2', { phone: OTHER, withCode: false })
  await eventually(() => latest('qr', 'd2'))
  expect(events.slice(since).filter(({ key }) => key === 'd1')).toEqual([])
})

test('a pairing ends with its connection: no other has the keys that the phone agreed to', async () => {
  const { control, reaches } = await aDemand()

  await control.drop()

  await reaches('d1', 'passkey_stuck')
})

test('an answer is taken only for what was asked, on WhatsApp’s own page', async () => {
  const { control, demand } = await aDemand()
  const request = demand.request ?? ''
  const answerOf = async (asked: { request: string; origin?: string }) =>
    (await control.showPasskey({ phone: PHONE, ...asked })).answer
  const other = JSON.stringify({ challenge: 'AAAA', rpId: 'whatsapp.com' })

  expect(checkAssertion(await answerOf({ request: other }), request)).toEqual({
    fault: 'passkey_other_request',
  })
  expect(
    checkAssertion(await answerOf({ request, origin: 'https://example.com' }), request),
  ).toEqual({ fault: 'passkey_other_page' })
  for (const text of ['', 'null', '{}', '{"id":', 'a'.repeat(2_000)]) {
    expect(checkAssertion(text, request)).toEqual({ fault: 'passkey_unreadable' })
  }
})
