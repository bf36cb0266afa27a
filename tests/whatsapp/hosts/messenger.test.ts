import { expect, test } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { aFolder, aMessenger, aSend } from '../../support/whatsapp/messenger.ts'
import { aSimulator } from '../../support/whatsapp/simulated.ts'

const ANA = '5511911112222'
const BIA = '5511973334444'

test('pairs by QR, sends a text and counts it as accepted once the server says so', async () => {
  const simulator = await aSimulator()
  const { messenger, events, pair, send } = await aMessenger(simulator)
  await pair('d1')

  const outcome = await send('d1', { to: ANA, messageId: '3EB0ANA' })

  expect(outcome).toMatchObject({ kind: 'accepted' })
  expect(await simulator.control.inbox(ANA)).toMatchObject([
    { messageId: '3EB0ANA', text: 'Olá', from: '5511988887777', times: 1 },
  ])
  expect(events.find((it) => it.type === 'state' && it.status === 'connected')).toMatchObject({
    phone: '5511988887777',
  })
  await eventually(() => events.find((it) => it.type === 'receipt'))
  expect(events.find((it) => it.type === 'receipt')).toMatchObject({
    messageIds: ['3EB0ANA'],
    kind: 'delivered',
  })
  expect(await messenger.hasKeys('d1')).toBe(true)
})

test('a device is paired by a code to type', async () => {
  const simulator = await aSimulator()
  const { messenger, events, reaches, send } = await aMessenger(simulator)

  messenger.pair('d1', { phone: '5511988887777', withCode: true })
  const told = await eventually(() => events.find((it) => it.type === 'pairing_code'))
  if (told.type === 'pairing_code') {
    await simulator.control.enterCode({ code: told.code, phone: '5511988887777', name: 'Loja' })
  }

  await reaches('d1', 'connected')
  expect(await send('d1', { to: ANA })).toMatchObject({ kind: 'accepted' })
})

test('offers a new pairing code with fresh keys when the first one died with its connection', async () => {
  const simulator = await aSimulator()
  const { messenger, events, reaches } = await aMessenger(simulator)
  messenger.pair('d1', { phone: '5511988887777', withCode: true })
  await eventually(() => events.find((it) => it.type === 'pairing_code'))

  await simulator.control.drop()

  const codes = await eventually(() => {
    const all = events.filter((it) => it.type === 'pairing_code')
    return all.length > 1 ? all : undefined
  })
  const last = codes.at(-1)
  if (last?.type === 'pairing_code') {
    await simulator.control.enterCode({ code: last.code, phone: '5511988887777', name: 'Loja' })
  }
  await reaches('d1', 'connected')
})

test('tells who is on WhatsApp, under the number that is registered there', async () => {
  const simulator = await aSimulator()
  const { messenger, pair, send } = await aMessenger(simulator)
  await pair('d1')
  await simulator.control.setBehaviour('5561999990001', { noNinthDigit: true })
  await simulator.control.setBehaviour(BIA, { absent: true })

  const answers = await messenger.lookUp('d1', [
    { phone: '5561999990001', candidates: ['5561999990001', '556199990001'] },
    { phone: BIA, candidates: [BIA, '551173334444'] },
    { phone: ANA, candidates: [ANA] },
  ])

  expect(answers).toMatchObject(
    [
      { phone: '5561999990001', result: 'found', jid: '556199990001@s.whatsapp.net' },
      { phone: BIA, result: 'absent' },
      { phone: ANA, result: 'found', jid: `${ANA}@s.whatsapp.net`, lid: /@lid$/ },
    ].map(({ lid: _lid, ...rest }) => rest),
  )
  expect(await send('d1', { to: '556199990001' })).toMatchObject({ kind: 'accepted' })
  expect(await simulator.control.inbox('5561999990001')).toHaveLength(1)
})

test('a message that is not wanted any more does not leave, unless it was written', async () => {
  const simulator = await aSimulator()
  const { messenger, pair } = await aMessenger(simulator, { sendWindow: 1 })
  await pair('d1')
  await simulator.control.setFaults({ ackLatencyMs: 500 })
  const unwanted = new AbortController()
  const sent = ['5561999990001', BIA].map((to) =>
    messenger.send('d1', aSend({ to }), unwanted.signal),
  )
  await eventually(async () => (await simulator.control.stats()).stanzas === 1)
  unwanted.abort()

  expect(await Promise.all(sent)).toMatchObject([
    { kind: 'accepted' },
    { kind: 'not_sent', reason: 'withdrawn' },
  ])
  expect((await simulator.control.stats()).stanzas).toBe(1)
})

test('says unknown, not absent, while the directory does not answer', async () => {
  const simulator = await aSimulator()
  const { messenger, pair, send } = await aMessenger(simulator, {
    // Long enough for the queries of pairing on a busy machine.
    timings: { queryTimeoutMs: 1_500 },
  })
  await pair('d1')
  await simulator.control.setFaults({ unansweredUsync: true })

  const answers = await messenger.lookUp('d1', [{ phone: ANA, candidates: [ANA] }])
  const outcome = await send('d1', { to: ANA })

  expect(answers).toMatchObject([{ phone: ANA, result: 'unknown' }])
  expect(outcome).toMatchObject({ kind: 'not_sent' })
  expect(await simulator.control.stats()).toMatchObject({ stanzas: 0, empty: 0 })
})

test('tells a rate limit of the directory apart', async () => {
  const simulator = await aSimulator()
  const { pair, send } = await aMessenger(simulator)
  await pair('d1')
  await simulator.control.setFaults({ rateOverlimit: { xmlns: 'usync', count: 1 } })

  expect(await send('d1', { to: ANA })).toMatchObject({ kind: 'not_sent', reason: 'rate_limited' })
  expect(await send('d1', { to: ANA })).toMatchObject({ kind: 'accepted' })
})

test('asks neither the directory nor the key server again for people it has just prepared', async () => {
  const simulator = await aSimulator()
  const { messenger, pair, send } = await aMessenger(simulator)
  await pair('d1')
  await send('d1', { to: BIA })
  await messenger.lookUp('d1', [{ phone: ANA, candidates: [ANA] }])
  await simulator.control.setFaults({ unansweredUsync: true })
  const { usyncs } = await simulator.control.stats()

  expect(await send('d1', { to: ANA })).toMatchObject({ kind: 'accepted' })
  // Baileys would ask by itself for what it lacks, and send nothing where no answer comes.
  expect(await simulator.control.stats()).toMatchObject({ usyncs, empty: 0 })
  await eventually(async () => (await simulator.control.inbox(ANA)).length === 1)
  expect(await messenger.lookUp('d1', [{ phone: ANA, candidates: [ANA] }])).toMatchObject([
    { result: 'found' },
  ])
})

test('writes to the living devices of a person one of whose devices is dead', async () => {
  const simulator = await aSimulator()
  const { messenger, pair, send } = await aMessenger(simulator)
  await pair('d1')
  await simulator.control.setBehaviour(ANA, { devices: 3, deadDevice: 12 })
  const people = [ANA, BIA].map((phone) => ({ phone, candidates: [phone] }))

  await messenger.lookUp('d1', people)

  expect(await send('d1', { to: ANA })).toMatchObject({ kind: 'accepted' })
  expect(await send('d1', { to: BIA })).toMatchObject({ kind: 'accepted' })
  const received = await eventually(async () => {
    const [message] = await simulator.control.inbox(ANA)
    return message?.devices.length === 2 ? message : undefined
  })
  expect(received.devices).toEqual(expect.arrayContaining([0, 11]))
})

test('counts a refusal by its code and tells the restriction behind it', async () => {
  const simulator = await aSimulator()
  const { events, pair, send } = await aMessenger(simulator)
  await pair('d1')
  const endsAt = new Date(Math.ceil(Date.now() / 1000) * 1000 + 3_600_000).toISOString()
  await simulator.control.setBehaviour(ANA, { ackError: 463 })
  await simulator.control.setLimits('5511988887777', {
    reachoutTimelock: { endsAt, type: 'BIZ_QUALITY' },
  })

  expect(await send('d1', { to: ANA })).toEqual({ kind: 'refused', code: 463, lock: 'active' })

  const restriction = await eventually(() =>
    events.find((it) => it.type === 'time_lock' && it.lock.isActive),
  )
  expect(restriction).toMatchObject({ lock: { kind: 'BIZ_QUALITY', until: endsAt } })
})

test('gives a message up as unknown when no acknowledgement comes, and tells a late one', async () => {
  const simulator = await aSimulator()
  const { events, pair, send } = await aMessenger(simulator, { timings: { ackTimeoutMs: 200 } })
  await pair('d1')
  await simulator.control.setBehaviour(ANA, { ackDelayMs: 2_000 })

  const outcome = await send('d1', { to: ANA, messageId: '3EB0LATE' })

  expect(outcome).toMatchObject({ kind: 'unknown', reason: 'timeout' })
  expect(await eventually(() => events.find((it) => it.type === 'late_ack'))).toMatchObject({
    messageId: '3EB0LATE',
    errorCode: null,
  })
})

test('leaves a message in doubt when the connection drops, and sends it again under its id', async () => {
  const simulator = await aSimulator()
  const { events, pair, reaches, send } = await aMessenger(simulator)
  await pair('d1')
  await simulator.control.setBehaviour(ANA, { ackLost: true, deliveryDelayMs: 60_000 })
  const first = send('d1', { to: ANA, messageId: '3EB0TWICE' })
  await eventually(async () => (await simulator.control.inbox(ANA)).length)
  const since = events.length

  await simulator.control.drop()

  expect(await first).toMatchObject({ kind: 'unknown', reason: 'closed' })
  await simulator.control.setBehaviour(ANA, {})
  await reaches('d1', 'connected', since)
  const again = await send('d1', { to: ANA, messageId: '3EB0TWICE', isRepeat: true })
  expect(again).toMatchObject({ kind: 'accepted' })
  expect(await simulator.control.inbox(ANA)).toMatchObject([{ messageId: '3EB0TWICE', times: 2 }])
  expect(await simulator.control.stats()).toMatchObject({ decryptFailures: 0 })
})

test('answers a phone that could not read a message, after a restart too', async () => {
  const simulator = await aSimulator()
  const authDir = await aFolder()
  const first = await aMessenger(simulator, { authDir })
  await first.pair('d1')
  await simulator.control.setBehaviour(ANA, { retryFirst: true })
  const asked: string[] = []

  const second = await aMessenger(simulator, {
    authDir,
    findContent: async (messageId, key) => {
      asked.push(`${key} ${messageId}`)
      return { text: 'Olá de novo', media: null }
    },
  })
  await first.messenger.stop(0)
  second.messenger.open('d1')
  await second.reaches('d1', 'connected')
  await second.send('d1', { to: ANA, messageId: '3EB0RETRY' })

  await eventually(async () => (await simulator.control.inbox(ANA)).length)
  expect(await simulator.control.inbox(ANA)).toMatchObject([
    { messageId: '3EB0RETRY', text: 'Olá de novo' },
  ])
  expect(asked).toEqual(['d1 3EB0RETRY'])
})

test('publishes inbound messages with the phone behind a LID', async () => {
  const simulator = await aSimulator()
  const { events, pair } = await aMessenger(simulator)
  await pair('d1')

  await simulator.control.sendInbound({
    from: ANA,
    to: '5511988887777',
    text: 'SAIR',
    pushName: 'Ana',
  })

  const told = await eventually(() => events.find((it) => it.type === 'inbound'))
  expect(told).toMatchObject({
    message: { phone: ANA, text: 'SAIR', pushName: 'Ana', fromMe: false },
  })
})

test('the messenger keeps two devices apart', async () => {
  const simulator = await aSimulator()
  const { pair, send } = await aMessenger(simulator, { hosts: 2 })
  await pair('d1', '5511988887777')
  await pair('d2', '5511977776666')

  const outcomes = await Promise.all([send('d1', { to: ANA }), send('d2', { to: ANA })])

  expect(outcomes).toMatchObject([{ kind: 'accepted' }, { kind: 'accepted' }])
  const senders = (await simulator.control.inbox(ANA)).map(({ from }) => from)
  expect(senders.sort()).toEqual(['5511977776666', '5511988887777'])
})

test('sends sixteen messages at a time, each once', async () => {
  const simulator = await aSimulator()
  const { messenger, pair } = await aMessenger(simulator)
  await pair('d1')
  const phones = Array.from({ length: 16 }, (_, index) => `55119111100${10 + index}`)

  const outcomes = await Promise.all(phones.map((to) => messenger.send('d1', aSend({ to }))))

  expect(outcomes.map(({ kind }) => kind)).toEqual(phones.map(() => 'accepted'))
  expect(await simulator.control.stats()).toMatchObject({ distinct: 16, duplicates: 0, empty: 0 })
})
