import { EventEmitter } from 'node:events'
import { expect, onTestFinished, test, vi } from 'vitest'
import { pullOfflineQueue } from '../../../src/whatsapp/receiving/offline-queue.ts'
import { eventually } from '../../support/eventually.ts'
import { aFolder, aMessenger } from '../../support/whatsapp/messenger.ts'
import { allTaken, aSimulator } from '../../support/whatsapp/simulated.ts'

const ANA = '5511911112222'
const OWN = '5511988887777'
const WAITING_COUNT = 1_000

test('pulls a thousand stanzas that waited, and acknowledges them all (offline queue with noise)', async () => {
  const simulator = await aSimulator()
  const authDir = await aFolder()
  const first = await aMessenger(simulator, { authDir })
  await first.pair('d1')
  await first.messenger.stop(0)
  for (let place = 0; place < WAITING_COUNT; place += 1) {
    if (place % 5 === 0) {
      await simulator.control.sendInbound({ from: ANA, to: OWN, text: `Oi ${place}` })
      continue
    }
    const attrs = { id: `3EB0${place}`, from: `${ANA}@s.whatsapp.net`, t: '1790000000' }
    await simulator.control.sendStanza(OWN, { tag: 'receipt', attrs })
  }

  await simulator.control.makeNoise(OWN)

  const second = await aMessenger(simulator, { authDir })
  second.messenger.open('d1')
  await second.reaches('d1', 'connected')

  await allTaken(simulator)
  expect(await simulator.control.stats()).toMatchObject({ nacks: 0 })
  const told = second.events.filter(({ type }) => type === 'inbound' || type === 'receipt')
  expect(told).toHaveLength(WAITING_COUNT)
})

test('acknowledges what is of no use, refuses nothing, and answers pings', async () => {
  const simulator = await aSimulator()
  const { events, pair, send } = await aMessenger(simulator)
  await pair('d1')
  const since = events.length

  expect(await simulator.control.makeNoise(OWN)).toBe(5)

  await allTaken(simulator)
  await eventually(async () => (await simulator.control.stats()).pingsAnswered)
  expect(await simulator.control.stats()).toMatchObject({ nacks: 0, inboundRetries: 0 })
  // Events of the account's limits come with each connection, at their own time.
  const told = events.slice(since).filter(({ type }) => type !== 'time_lock')
  expect(told.filter(({ type }) => type !== 'new_chat_cap')).toEqual([])
  expect(await send('d1', { to: ANA })).toMatchObject({ kind: 'accepted' })
})

test('keeps its stream where the server waits for no acknowledgement for long', async () => {
  const simulator = await aSimulator()
  await simulator.control.setFaults({ unackedAfterMs: 3_000 })
  const { pair, reaches, send } = await aMessenger(simulator)
  await pair('d1')
  await simulator.control.makeNoise(OWN)
  await send('d1', { to: ANA })
  await simulator.control.sendInbound({ from: ANA, to: OWN, text: 'Oi' })

  // Stanzas acknowledged late on a busy machine come again; unacknowledged ones always would.
  await allTaken(simulator)
  await reaches('d1', 'connected')
  await eventually(async () => (await send('d1', { to: ANA })).kind === 'accepted')
  await allTaken(simulator)
  expect(await simulator.control.stats()).toMatchObject({ nacks: 0 })
})

test('asks for nothing more over a connection that has ended', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const [ws, ev] = [new EventEmitter(), new EventEmitter()]
  const sent: unknown[] = []
  const sendNode = async (node: unknown) => void sent.push(node)
  pullOfflineQueue(Object.assign(Object.create(null), { ws, ev, sendNode }), () => undefined)
  const preview = { tag: 'offline_preview', attrs: { count: '5' } }
  ws.emit('CB:ib,,offline_preview', { tag: 'ib', attrs: {}, content: [preview] })

  ev.emit('connection.update', { connection: 'close' })

  vi.advanceTimersByTime(60_000)
  expect(sent).toEqual([])
})
