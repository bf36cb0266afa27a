import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createHostPool } from '../../../src/whatsapp/hosts/host-pool.ts'
import type { HostConfig } from '../../../src/whatsapp/hosts/host-protocol.ts'
import { defaultHostLimits } from '../../../src/whatsapp/hosts/timings.ts'
import { eventually } from '../../support/eventually.ts'
import {
  aFolder,
  aMessenger,
  mortalHostUrl,
  orderMortalHosts,
} from '../../support/whatsapp/messenger.ts'
import { aSimulator } from '../../support/whatsapp/simulated.ts'
import { startWarmHost } from '../../support/whatsapp/warm-host.ts'

const ANA = '5511911112222'

test('lives through the death of a host: sends end in doubt and the device comes back', async () => {
  const simulator = await aSimulator()
  const { events, pair, reaches, send } = await aMessenger(simulator, { hostUrl: mortalHostUrl })
  await pair('d1')
  await simulator.control.setBehaviour(ANA, { ackLost: true, deliveryDelayMs: 60_000 })
  const inDoubt = send('d1', { to: ANA, messageId: '3EB0DOUBT' })
  await eventually(async () => (await simulator.control.inbox(ANA)).length)
  const since = events.length

  orderMortalHosts('exit')

  expect(await inDoubt).toMatchObject({ kind: 'unknown', reason: 'closed' })
  await reaches('d1', 'connected', since)
  expect(events.slice(since).find(({ type }) => type === 'state')).toMatchObject({
    status: 'disconnected',
    reason: 'restarting',
  })
  await simulator.control.setBehaviour(ANA, {})
  expect(await send('d1', { to: ANA, messageId: '3EB0DOUBT', isRepeat: true })).toMatchObject({
    kind: 'accepted',
  })
  expect(await simulator.control.stats()).toMatchObject({ decryptFailures: 0 })
})

test('replaces a host that hangs', async () => {
  const simulator = await aSimulator()
  const { events, pair, reaches } = await aMessenger(simulator, {
    hostUrl: mortalHostUrl,
    hostLimits: { pingIntervalMs: 50, pingTimeoutMs: 2_000 },
  })
  await pair('d1')
  const since = events.length

  orderMortalHosts('hang')

  await reaches('d1', 'connected', since)
})

test('moves a device to a fresh host when the heap of its own is nearly full', async () => {
  const simulator = await aSimulator()
  const authDir = await aFolder()
  const first = await aMessenger(simulator, { authDir })
  await first.pair('d1')
  await first.messenger.stop(0)
  const { messenger, events, reaches, send } = await aMessenger(simulator, {
    authDir,
    hostLimits: { pingIntervalMs: 100, heapWatermark: 0.0001, minLifeMs: 6_000 },
  })
  messenger.open('d1')
  await reaches('d1', 'connected')
  const since = events.length

  await reaches('d1', 'connected', since)

  await eventually(async () => (await send('d1', { to: ANA })).kind === 'accepted')
  expect(events.filter((event) => event.type === 'state' && event.reason !== null)).toEqual([])
  expect(await simulator.control.stats()).toMatchObject({ duplicates: 0 })
})

test('a host that has its fill of devices gets no more of them', async () => {
  const config: HostConfig = JSON.parse('{}')
  const pool = createHostPool({
    hostUrl: new URL('data:text/javascript,setInterval(() => undefined, 1_000)'),
    config: () => config,
    limits: { ...defaultHostLimits, devices: 2 },
    hostCount: 1,
    maxRestartDelayMs: 0,
    moveLimitMs: 0,
    onMessage: () => undefined,
    emit: () => undefined,
    log: () => undefined,
  })
  onTestFinished(() => pool.stop(0))
  const homes = ['d1', 'd2', 'd3', 'd4', 'd5'].map((key) => {
    pool.wish(key, { type: 'open', key, fence: null })
    return pool.findHost(key)
  })
  expect(homes.map((host) => homes.indexOf(host))).toEqual([0, 0, 2, 2, 4])
})

test('devices that have gone, and files of devices that are not there, fill no host', async () => {
  let hostCount = 0
  const { messenger, reaches } = await aMessenger(await aSimulator(), {
    hostLimits: { devices: 2 },
    startWorker: (options) => {
      hostCount += 1
      return startWarmHost(options)
    },
  })
  for (const key of ['d1', 'd2', 'd3', 'd4']) {
    messenger.open(key)
    await reaches(key, 'never_paired')
    if (key === 'd2') await messenger.logOut(key)
    else await messenger.close(key)
    const file = {
      ...{ kind: 'document' as const, directPath: null, url: 'https://127.0.0.1:1/v/file.enc' },
      ...{ mediaKey: randomBytes(32).toString('base64'), sha256: '' },
    }
    const limits = { limitBytes: 10, timeoutMs: 60_000 }
    expect(await messenger.download(`of-${key}`, file, limits)).toHaveProperty('failure')
  }
  expect(hostCount).toBe(1)
})

test('a device that is opened before its closing is over has a home, and is found there', async () => {
  const { messenger, events, pair, reaches, send } = await aMessenger(await aSimulator())
  await pair('d1')
  const since = events.length

  const closing = messenger.close('d1')
  messenger.open('d1')
  await closing
  await reaches('d1', 'connected', since)

  expect(await send('d1', { to: ANA })).toMatchObject({ kind: 'accepted' })
  await messenger.close('d1')
  expect(await send('d1', { to: ANA })).toMatchObject({ kind: 'not_sent', reason: 'closed' })
})

test('a device waits where the system refuses a thread, at first and after the death of a host', async () => {
  const refusals = [true, false, true, false]
  const started: { terminate(): Promise<unknown> }[] = []
  const { events, pair, reaches } = await aMessenger(await aSimulator(), {
    startWorker: (options) => {
      if (refusals.shift()) throw new Error('ERR_WORKER_INIT_FAILED: EAGAIN')
      const host = startWarmHost(options)
      started.push(host)
      return host
    },
  })
  await pair('d1')
  const since = events.length

  await started[0]?.terminate()

  await reaches('d1', 'connected', since)
  expect(refusals).toEqual([])
})

test('a wall clock that jumps ahead ends no host', async () => {
  const simulator = await aSimulator()
  const { events, pair, send } = await aMessenger(simulator, {
    hostLimits: { pingIntervalMs: 20, pingTimeoutMs: 20_000 },
  })
  await pair('d1')
  const since = events.length
  const aheadMs = Date.now() + 60 * 60_000
  const setClock = vi.spyOn(Date, 'now').mockImplementation(() => aheadMs)
  onTestFinished(() => setClock.mockRestore())

  for (let place = 0; place < 10; place += 1) {
    const messageId = `3EB0AHEAD${place}`
    expect(await send('d1', { to: ANA, messageId })).toMatchObject({ kind: 'accepted' })
  }

  expect(events.slice(since).filter(({ type }) => type === 'state')).toEqual([])
})
