import { type Clock, toIso } from '../clock.ts'
import type { EventOf } from '../engine-events.ts'
import type { DeviceKey } from '../messenger.ts'
import type { SentMessage } from '../webhooks/thread-messages.ts'
import type { DeviceRecord } from './device-record.ts'
import type { LiveDevices } from './live-devices.ts'

/** A campaign sends every second: its device's record is written far less often. */
const KEPT_EVERY_MS = 10 * 60_000

/** Notes when each device last got and sent a message. A crash forgets the last few minutes. */
export function createDeviceTraffic({
  live,
  clock,
  change,
  onFault,
}: {
  readonly live: LiveDevices
  readonly clock: Clock
  readonly change: (
    userId: string,
    deviceId: string,
    fields: Pick<DeviceRecord, 'lastReceivedAt' | 'lastSentAt'>,
  ) => Promise<void>
  readonly onFault: (error: unknown, subject: string) => void
}) {
  /** Since when each device has a time that its record lacks. */
  const unkept = new Map<DeviceKey, number>()

  return { onInbound, onSent, keepSome, keepAll, forget }

  function onInbound({ key, message: { fromMe, sentAt } }: EventOf<'inbound'>): void {
    if (!fromMe) note(key, 'lastReceivedAt', sentAt)
  }

  function onSent({ deviceKey, atMs }: Pick<SentMessage, 'deviceKey' | 'atMs'>): void {
    note(deviceKey, 'lastSentAt', toIso(atMs))
  }

  /** Ignores an older time: what WhatsApp kept while the device was away comes in any order. */
  function note(key: DeviceKey, field: 'lastReceivedAt' | 'lastSentAt', at: string): void {
    const device = live.find(key)
    if (!device || (device[field] ?? '') >= at) return
    live.update(key, { [field]: at })
    if (!unkept.has(key)) unkept.set(key, clock.now())
  }

  /** Saves times that have waited long enough. */
  async function keepSome(): Promise<void> {
    const now = clock.now()
    for (const [key, since] of unkept) {
      if (Math.abs(now - since) >= KEPT_EVERY_MS) await keep(key)
    }
  }

  /** Saves all times before the daemon ends. */
  async function keepAll(): Promise<void> {
    for (const key of unkept.keys()) await keep(key)
  }

  async function keep(key: DeviceKey): Promise<void> {
    unkept.delete(key)
    const device = live.find(key)
    if (!device) return
    const { userId, deviceId, lastReceivedAt, lastSentAt } = device
    try {
      await change(userId, deviceId, { lastReceivedAt, lastSentAt })
    } catch (error) {
      // Nobody waits for it: saving is tried again with the next message.
      onFault(error, 'device traffic')
    }
  }

  function forget({ key }: Pick<EventOf<'device_removed'>, 'key'>): void {
    unkept.delete(key)
  }
}
