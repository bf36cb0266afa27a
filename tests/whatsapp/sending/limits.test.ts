import { expect, test } from 'vitest'
import type { MessengerEvent } from '../../../src/domain/messenger.ts'
import { eventually } from '../../support/eventually.ts'
import { aFolder, aMessenger } from '../../support/whatsapp/messenger.ts'
import { aSimulator } from '../../support/whatsapp/simulated.ts'

const OWN = '5511988887777'
const ANA = '5511911112222'
const BIA = '5511973334444'
const CAIO = '5511955556666'

/** Asks as often as a test needs. */
const timings = { limitIntervalMs: 50 }

/** The place of the event with which the device's last connection begins. */
function lastConnection(events: readonly MessengerEvent[]): number {
  const isStart = (event: MessengerEvent) => event.type === 'state' && event.status === 'connected'
  return events.findLastIndex(isStart)
}

const findContent = async () => ({ text: 'Olá', media: null })
const inAnHour = () => new Date(Math.ceil(Date.now() / 1000) * 1000 + 3_600_000).toISOString()
const asked = (phone: string) => ({ phone, candidates: [phone] })

test('a refused first message says whether a lock is behind it', async () => {
  const simulator = await aSimulator()
  const { messenger, latest, pair, send } = await aMessenger(simulator, { timings })
  await pair('d1')
  await simulator.control.setAccount(OWN, { needsToken: true, givesTokens: false })
  await messenger.lookUp('d1', [asked(ANA), asked(BIA)])

  // A refusal without the salt and without a lock is about this person alone.
  await simulator.control.setBehaviour(ANA, { ackError: 463 })
  expect(await send('d1', { to: ANA })).toEqual({ kind: 'refused', code: 463, lock: 'inactive' })

  const endsAt = inAnHour()
  await simulator.control.setLimits(OWN, {
    reachoutTimelock: { endsAt, type: 'RESTRICT_ALL_COMPANIONS' },
  })
  expect(await send('d1', { to: BIA })).toEqual({ kind: 'refused', code: 463, lock: 'active' })
  expect(latest('time_lock', 'd1')?.lock).toEqual({
    isActive: true,
    kind: 'RESTRICT_ALL_COMPANIONS',
    until: endsAt,
  })

  await simulator.control.setLimits(OWN, { reachoutTimelock: null })
  await eventually(() => latest('time_lock', 'd1')?.lock.isActive === false)
})

test('while it is not known whether there is a lock strangers wait, and keep nobody else waiting', async () => {
  const simulator = await aSimulator()
  const never = { limitIntervalMs: 3_600_000 }
  const { messenger, latest, pair, send } = await aMessenger(simulator, { timings: never })
  await pair('d1')
  await eventually(() => latest('time_lock', 'd1'))
  await simulator.control.sendInbound({ from: CAIO, to: OWN, text: 'Oi' })
  await eventually(async () => (await messenger.acquainted('d1', [asked(CAIO)]))[0])
  await simulator.control.setBehaviour(ANA, { ackError: 463 })

  const refused = send('d1', { to: ANA })
  await eventually(async () => (await simulator.control.stats()).refused)
  const strangers = Array.from({ length: 12 }, (_, index) => `55119444400${10 + index}`)
  const waiting = strangers.map((to) => send('d1', { to }))
  expect(await send('d1', { to: CAIO })).toMatchObject({ kind: 'accepted' })
  expect(await simulator.control.stats()).toMatchObject({ stanzas: 2 })

  // What WhatsApp says with each connection answers the question.
  await simulator.control.drop()
  expect(await refused).toEqual({ kind: 'refused', code: 463, lock: 'inactive' })
  await Promise.all(waiting)
})

test('a lock and the cap of new chats are asked for with each connection', async () => {
  const simulator = await aSimulator()
  const { events, latest, pair, reaches } = await aMessenger(simulator, { timings })
  await pair('d1')
  await eventually(() => latest('time_lock', 'd1')?.lock.isActive === false)
  const endsAt = inAnHour()
  await simulator.control.setLimits(OWN, {
    reachoutTimelock: { endsAt, type: 'DEFAULT' },
    newChatCap: { total: 250, used: 40, asText: true, cycleEndsAt: endsAt },
  })
  const before = events.length

  await simulator.control.drop(OWN)

  await reaches('d1', 'connected', before)
  await eventually(() => latest('time_lock', 'd1', lastConnection(events))?.lock.isActive)
  expect(
    await eventually(() => latest('new_chat_cap', 'd1', lastConnection(events))),
  ).toMatchObject({
    cap: { total: 250, used: 40, status: 'NONE', cycleEndsAt: endsAt },
  })
})

test.each(['new', 'old'] as const)(
  'the cap is known where WhatsApp answers the %s query',
  async (query) => {
    const simulator = await aSimulator()
    const { events, latest, pair, reaches } = await aMessenger(simulator, { timings })
    await pair('d1')
    await simulator.control.setLimits(OWN, { newChatCap: { total: 10, used: 10, query } })
    const before = events.length

    await simulator.control.drop(OWN)

    await reaches('d1', 'connected', before)

    expect(
      await eventually(() => latest('new_chat_cap', 'd1', lastConnection(events))),
    ).toMatchObject({
      cap: { total: 10, used: 10, status: 'CAPPED' },
    })
  },
)

test('a cap that WhatsApp does not give is unknown, rather than none', async () => {
  const simulator = await aSimulator()
  const { events, latest, messenger, pair, reaches } = await aMessenger(simulator, { timings })
  await pair('d1')
  await simulator.control.setLimits(OWN, { newChatCap: { total: 10, used: 0, query: 'none' } })
  const before = events.length

  await simulator.control.drop(OWN)

  await reaches('d1', 'connected', before)
  await eventually(async () => (await simulator.control.stats()).retiredQueries >= 2)
  // A later query is answered after those refusals have been taken in.
  await messenger.lookUp('d1', [asked(ANA)])
  expect(latest('new_chat_cap', 'd1', lastConnection(events))).toBeUndefined()
})

test('new chats that are used up are refused as such, and an event says when half of them are', async () => {
  const simulator = await aSimulator()
  const { latest, pair, send } = await aMessenger(simulator, { timings })
  await pair('d1')
  await simulator.control.setLimits(OWN, { newChatCap: { total: 2, used: 0 } })

  expect(await send('d1', { to: ANA })).toMatchObject({ kind: 'accepted' })
  await eventually(() => latest('new_chat_cap', 'd1')?.cap.status === 'FIRST_WARNING')
  expect(await send('d1', { to: BIA })).toMatchObject({ kind: 'accepted' })
  await eventually(() => latest('new_chat_cap', 'd1')?.cap.status === 'CAPPED')
  expect(await send('d1', { to: CAIO })).toEqual({ kind: 'refused', code: 475 })
})

test('an end of the lock that an attempt has put off is taken from WhatsApp’s notice', async () => {
  const simulator = await aSimulator()
  const onceOnly = { limitIntervalMs: 3_600_000 }
  const { latest, pair, send } = await aMessenger(simulator, { timings: onceOnly })
  await pair('d1')
  await eventually(() => latest('time_lock', 'd1'))
  const endsAt = inAnHour()
  await simulator.control.setLimits(OWN, {
    reachoutTimelock: { endsAt, type: 'DEFAULT', extendOnAttemptSeconds: 7_200 },
  })
  await eventually(() => latest('time_lock', 'd1')?.lock.isActive)

  expect(await send('d1', { to: ANA })).toEqual({ kind: 'refused', code: 463, lock: 'active' })

  const later = new Date(Date.parse(endsAt) + 7_200_000).toISOString()
  await eventually(() => {
    const { lock } = latest('time_lock', 'd1') ?? {}
    return lock?.isActive && lock.until === later
  })
})

test.each([
  { end: 'that WhatsApp named', isNamed: true, lockRecheckMs: 3_600_000 },
  { end: 'that WhatsApp never named', isNamed: false, lockRecheckMs: 50 },
])('a lock’s end $end is found without any notice of it', async ({ isNamed, lockRecheckMs }) => {
  const simulator = await aSimulator()
  const { control } = simulator
  const { latest, pair, send } = await aMessenger(simulator, {
    timings: { ...timings, lockMarginMs: 50, lockRecheckMs },
  })
  await pair('d1')
  await eventually(() => latest('time_lock', 'd1'))
  await control.setAccount(OWN, { tellsLimits: false })
  // A lock may be over before the message of a slow machine meets it: the next one lasts longer.
  let lastsMs = 500
  let stranger = 5511955550000
  await eventually(async () => {
    lastsMs *= 2
    stranger += 1
    const endsAt = isNamed ? new Date(Date.now() + lastsMs).toISOString() : null
    await control.setLimits(OWN, { reachoutTimelock: { endsAt, type: 'DEFAULT' } })
    const outcome = await send('d1', { to: String(stranger) })
    return outcome.kind === 'refused' && outcome.lock === 'active'
  })
  if (!isNamed) await control.setLimits(OWN, { reachoutTimelock: null })

  await eventually(() => latest('time_lock', 'd1')?.lock.isActive === false)
  expect(await send('d1', { to: ANA })).toMatchObject({ kind: 'accepted' })
})

test('what waits for its turn when a lock is found is not sent into it (lock after n strangers)', async () => {
  const simulator = await aSimulator()
  const { pair, send } = await aMessenger(simulator, { timings, sendWindow: 3 })
  await pair('d1')
  for (const to of [ANA, BIA, CAIO]) await send('d1', { to })
  await simulator.control.setFaults({ latencyMs: 150 })
  await simulator.control.setLimits(OWN, {
    reachoutTimelock: { endsAt: inAnHour(), type: 'DEFAULT' },
  })
  const strangers = Array.from({ length: 12 }, (_, index) => `55119444400${10 + index}`)

  const outcomes = await Promise.all(strangers.map((to) => send('d1', { to })))

  const refused = outcomes.filter(({ kind }) => kind === 'refused')
  const locked = outcomes.filter((it) => it.kind === 'not_sent' && it.reason === 'locked')
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThanOrEqual(3)
  expect(refused.length + locked.length).toBe(strangers.length)
  expect(await simulator.control.stats()).toMatchObject({ intoLock: refused.length })
  expect(await send('d1', { to: ANA })).toMatchObject({ kind: 'accepted' })
})

test('whoever wrote is reached under a lock, by the token they gave, also after a restart', async () => {
  const simulator = await aSimulator()
  const authDir = await aFolder()
  const first = await aMessenger(simulator, { authDir, timings })
  await first.pair('d1')
  await simulator.control.setAccount(OWN, { needsToken: true })
  await simulator.control.sendInbound({ from: ANA, to: OWN, text: 'Oi' })
  await eventually(() => first.latest('inbound', 'd1'))
  await eventually(async () => (await first.messenger.acquainted('d1', [asked(ANA)]))[0])
  await first.messenger.stop(0)

  const second = await aMessenger(simulator, { authDir, timings })
  second.messenger.open('d1')
  await second.reaches('d1', 'connected')
  await simulator.control.setLimits(OWN, {
    reachoutTimelock: { endsAt: inAnHour(), type: 'DEFAULT' },
  })

  expect(await second.messenger.acquainted('d1', [asked(ANA), asked(BIA)])).toEqual([true, false])
  expect(await second.messenger.lookUp('d1', [asked(ANA), asked(BIA)])).toMatchObject([
    { acquaintance: 'conversation' },
    { acquaintance: 'none' },
  ])
  expect(await second.send('d1', { to: ANA })).toMatchObject({ kind: 'accepted' })
  expect(await second.send('d1', { to: BIA })).toMatchObject({ kind: 'refused', lock: 'active' })
  expect(await simulator.control.stats()).toMatchObject({ withToken: 1 })
})

test('a stranger is reached with the proof of the salt that the history brought', async () => {
  const simulator = await aSimulator()
  const { messenger, pair, send } = await aMessenger(simulator, { timings, findContent })
  await pair('d1')
  await simulator.control.setAccount(OWN, { needsToken: true })

  // The phone sends its history a moment after the pairing; until then there is nothing to prove.
  const strangers = Array.from({ length: 40 }, (_, index) => `55119555500${10 + index}`)
  const reached = await eventually(async () => {
    const to = strangers.shift() ?? ''
    return (await send('d1', { to })).kind === 'accepted' ? to : undefined
  })

  expect(await simulator.control.stats()).toMatchObject({ withSalt: 1, withToken: 0 })
  expect(await messenger.lookUp('d1', [asked(reached)])).toMatchObject([
    { acquaintance: 'written_to' },
  ])

  // Further copies of a message need the proof as much as the first.
  const { refused } = await simulator.control.stats()
  await messenger.lookUp('d1', [asked(CAIO)])
  await simulator.control.setBehaviour(BIA, { unreadCopies: 1 })
  await simulator.control.setBehaviour(CAIO, { devices: 2 })
  await send('d1', { to: BIA })
  await send('d1', { to: CAIO })
  await eventually(async () => (await simulator.control.inbox(BIA)).length)
  await eventually(async () => (await simulator.control.inbox(CAIO))[0]?.devices.length === 2)
  expect(await simulator.control.stats()).toMatchObject({ refused, resentToMissing: 1 })
})

test('the own token is given to each person once, however many messages they get', async () => {
  const simulator = await aSimulator()
  const { pair, send } = await aMessenger(simulator, { timings })
  await pair('d1')

  for (const to of [ANA, ANA, ANA, BIA, ANA]) {
    expect(await send('d1', { to })).toMatchObject({ kind: 'accepted' })
  }

  await eventually(async () => (await simulator.control.stats()).tokensIssued >= 2)
  expect(await simulator.control.stats()).toMatchObject({ tokensIssued: 2 })
})
