import { DeviceStatus, isFinal } from '../../contract/devices/device.ts'
import { type Clock, toIso } from '../clock.ts'
import type { EventOf } from '../engine-events.ts'
import type { Publish } from '../events.ts'
import type { DeviceKey } from '../messenger.ts'
import type { DeviceRecord, DeviceStore } from './device-record.ts'
import { type LiveDevice, type LiveDevices, noCode } from './live-devices.ts'

/** The events that `handle` is to get. */
export const deviceEvents = ['state', 'qr', 'pairing_code', 'passkey'] as const

/** Brings WhatsApp's events about devices to their records, and to their owners' screens. */
export function createDeviceState({
  store,
  live,
  clock,
  publish,
  onConnection,
  onGone,
}: {
  readonly store: DeviceStore
  readonly live: LiveDevices
  readonly clock: Clock
  readonly publish: Publish
  readonly onConnection: (key: DeviceKey, isConnected: boolean) => void
  readonly onGone: (key: DeviceKey, cause: 'removed' | 'logged_out') => Promise<void>
}) {
  return { onEvent, change }

  /** Takes in an event from WhatsApp about a device. */
  async function onEvent(event: EventOf<(typeof deviceEvents)[number]>): Promise<void> {
    const current = live.find(event.key)
    if (!current) return
    if (event.type === 'qr') {
      const qrCount = current.qrCount + 1
      live.update(event.key, { status: DeviceStatus.pending, ...noCode, qr: event.qr, qrCount })
    } else if (event.type === 'pairing_code') {
      const qrCount = current.qrCount + 1
      const { code: pairingCode, qr } = event
      live.update(event.key, { status: DeviceStatus.pending, pairingCode, qr, qrCount })
    } else if (event.type === 'passkey') {
      const { step, request, code, until } = event
      const passkey = { step, request, code, until }
      live.update(event.key, { status: DeviceStatus.pending, ...noCode, passkey })
    } else await handleState(event, current)
    publish(current.userId, { type: 'device', id: current.deviceId })
  }

  async function handleState(
    event: EventOf<'state'>,
    { userId, deviceId, status }: LiveDevice,
  ): Promise<void> {
    const isConnected = event.status === DeviceStatus.connected
    const isSeen = isConnected || status === DeviceStatus.connected
    const keepsCode = event.status === DeviceStatus.pending
    live.update(event.key, { status: event.status, ...(!keepsCode && noCode) })
    if (isSeen) onConnection(event.key, isConnected)
    await change(userId, deviceId, {
      reason: event.reason,
      reasonUntil: event.until ?? null,
      reasonSaid: event.said ?? null,
      ...(event.phone !== null && { phone: event.phone }),
      ...(isSeen && { lastSeenAt: toIso(clock.now()) }),
      ...(isFinal(event.reason) && { shouldBeConnected: false }),
    })
    if (event.reason === 'logged_out') await onGone(event.key, 'logged_out')
  }

  /** Saves only a record that differs, so that a flapping connection costs no writes. */
  async function change(
    userId: string,
    deviceId: string,
    fields: Partial<DeviceRecord>,
  ): Promise<void> {
    await store.update(userId, deviceId, (record) => {
      const changed = { ...record, ...fields }
      const isSame =
        changed.reason === record.reason &&
        changed.reasonUntil === record.reasonUntil &&
        changed.reasonSaid === record.reasonSaid &&
        changed.connectionName === record.connectionName &&
        changed.phone === record.phone &&
        changed.lastSeenAt === record.lastSeenAt &&
        changed.lastReceivedAt === record.lastReceivedAt &&
        changed.lastSentAt === record.lastSentAt &&
        changed.shouldBeConnected === record.shouldBeConnected
      return isSame ? undefined : changed
    })
  }
}
