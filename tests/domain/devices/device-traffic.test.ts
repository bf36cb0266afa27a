import { expect, test } from 'vitest'
import type { DeviceRecord } from '../../../src/domain/devices/device-record.ts'
import { noTraffic } from '../../../src/domain/devices/device-record.ts'
import { createDeviceTraffic } from '../../../src/domain/devices/device-traffic.ts'
import { createLiveDevices } from '../../../src/domain/devices/live-devices.ts'
import type { InboundMessage } from '../../../src/domain/messenger.ts'
import { createFakeClock } from '../../support/domain/fake-clock.ts'

const KEY = 'k1'
const owner = { userId: 'ana', deviceId: 'loja' }
const EARLY = '2026-01-15T11:00:00.000Z'
const LATE = '2026-01-15T11:30:00.000Z'

const inbound: InboundMessage = {
  ...{ messageId: '3A01', lid: null, phone: '5561977770001', pushName: 'Bruna' },
  chatJid: '5561977770001@s.whatsapp.net',
  ...{ fromMe: false, text: 'Oi', kind: 'conversation', sentAt: EARLY },
  remoteJid: '5561977770001@s.whatsapp.net',
  ...{ participant: '', content: { conversation: 'Oi' }, media: null },
}

type Kept = Pick<DeviceRecord, 'lastReceivedAt' | 'lastSentAt'>

function aDevice() {
  const clock = createFakeClock()
  const live = createLiveDevices()
  live.add(KEY, { ...owner, ...noTraffic })
  const kept: [string, string, Kept][] = []
  const faults: unknown[] = []
  const disk = { isFull: false }
  const traffic = createDeviceTraffic({
    ...{ live, clock },
    change: async (...change) => {
      if (disk.isFull) throw new Error('no room')
      kept.push(change)
    },
    onFault: (error) => faults.push(error),
  })
  const gets = (fields: Partial<InboundMessage>) =>
    traffic.onInbound({ type: 'inbound', key: KEY, message: { ...inbound, ...fields } })
  return { ...traffic, clock, live, kept, gets, faults, disk }
}

test('a device knows its newest message of either kind, in whatever order they come', () => {
  const { gets, onSent, live } = aDevice()
  gets({ sentAt: LATE })
  gets({ sentAt: EARLY })
  onSent({ deviceKey: KEY, atMs: Date.parse(EARLY) })
  expect(live.get(KEY)).toMatchObject({ lastReceivedAt: LATE, lastSentAt: EARLY })
})

test('what its owner wrote on the phone is nothing that came', () => {
  const { gets, live } = aDevice()
  gets({ fromMe: true, sentAt: LATE })
  expect(live.get(KEY)).toMatchObject(noTraffic)
})

test('the traffic of a busy device is stored once in ten minutes, and before the end', async () => {
  const { gets, onSent, keepSome, keepAll, clock, kept } = aDevice()
  gets({ sentAt: EARLY })
  clock.advance(9 * 60_000)
  gets({ sentAt: LATE })
  await keepSome()
  expect(kept).toEqual([])
  clock.advance(60_000)
  await keepSome()
  await keepSome()
  expect(kept).toEqual([['ana', 'loja', { lastReceivedAt: LATE, lastSentAt: null }]])
  onSent({ deviceKey: KEY, atMs: Date.parse(LATE) })
  await keepAll()
  expect(kept.at(-1)).toEqual(['ana', 'loja', { lastReceivedAt: LATE, lastSentAt: LATE }])
})

test('a full disk does not keep the daemon from ending, and is reported', async () => {
  const { gets, keepAll, kept, faults, disk } = aDevice()
  gets({ sentAt: EARLY })
  disk.isFull = true
  await keepAll()
  expect(faults).toHaveLength(1)
  disk.isFull = false
  gets({ sentAt: LATE })
  await keepAll()
  expect(kept).toHaveLength(1)
})

test('a removed device is not kept', async () => {
  const { gets, forget, keepAll, kept } = aDevice()
  gets({ sentAt: EARLY })
  forget({ key: KEY })
  await keepAll()
  expect(kept).toEqual([])
})
