import {
  type Device,
  DeviceStatus,
  type DisconnectCode,
  disconnectReasons,
} from '../contract/device.ts'
import { AppError } from '../contract/errors.ts'
import { type Clock, toIso } from './clock.ts'
import type { DeviceRecord, DeviceStore } from './device-record.ts'
import type { Publish } from './events.ts'
import { createLiveDevices, type LiveDevice } from './live-devices.ts'
import type { DeviceKey, Messenger, MessengerEvent } from './messenger.ts'
import { createSerial } from './serial.ts'

export type Devices = Awaited<ReturnType<typeof createDevices>>

type StateEvent = Extract<MessengerEvent, { type: 'state' }>

export type DeviceNeeds = {
  readonly store: DeviceStore
  readonly messenger: Pick<Messenger, 'open' | 'pair' | 'hasKeys' | 'close' | 'logOut'>
  readonly clock: Clock
  readonly newKey: () => DeviceKey
  readonly publish: Publish
  readonly isBusy: (key: DeviceKey) => boolean
  /** The device connected or lost its connection. */
  readonly onConnection: (key: DeviceKey, isConnected: boolean) => void
  /** The device will not come back under these keys. */
  readonly onGone: (key: DeviceKey, cause: 'removed' | 'logged_out') => Promise<void>
  /** Nothing of the device is left. */
  readonly onRemoved: (userId: string, deviceId: string) => Promise<void>
}

/** After these the device stays disconnected until its owner connects it again. */
const finalReasons: ReadonlySet<DisconnectCode> = new Set([
  'logged_out',
  'replaced',
  'banned',
  'pairing_expired',
  'pairing_failed',
  'other_server',
  'keys_unreadable',
])

/** The user's WhatsApp devices: pairing, connection, and what their owner sees of both. */
export async function createDevices(needs: DeviceNeeds) {
  const { store, messenger, clock, publish } = needs
  const live = createLiveDevices()
  const serially = createSerial()

  for (const { userId, record } of await store.listAll()) {
    live.add(record.key, { userId, deviceId: record.id })
  }

  return {
    connect,
    qr,
    status,
    list,
    close,
    remove,
    keepAlive,
    handle,
    counts,
    countByStatus,
    findKey,
    isConnected,
    openAll,
  }

  /** Connects every device that should be: after a start of the daemon. */
  async function openAll(): Promise<void> {
    for (const { record } of await store.listAll()) {
      if (record.shouldBeConnected) messenger.open(record.key)
    }
  }

  /** Connects a device, with its keys where it has some, else by pairing. */
  async function connect(
    userId: string,
    input: {
      readonly deviceId: string
      readonly connectionName?: string | undefined
      readonly pairingCode?: boolean | undefined
    },
  ): Promise<{ readonly device: Device; readonly wasConnected: boolean }> {
    const { deviceId, connectionName = '', pairingCode = false } = input
    return serially(`${userId}/${deviceId}`, async () => {
      const known = await store.find(userId, deviceId)
      const record = known ?? newDevice(deviceId, connectionName)
      if (!known) live.add(record.key, { userId, deviceId })
      const current = live.get(record.key)
      if (current.status === DeviceStatus.connected) {
        return { device: toDevice(record), wasConnected: true }
      }
      const wanted = {
        ...record,
        connectionName: connectionName || record.connectionName,
        shouldBeConnected: true,
        reason: null,
      }
      await store.save(userId, wanted)
      await bringUp(wanted, pairingCode)
      publish(userId, { type: 'device', id: deviceId })
      return { device: toDevice(wanted), wasConnected: false }
    })
  }

  async function bringUp(record: DeviceRecord, withCode: boolean): Promise<void> {
    const current = live.get(record.key)
    const isUnderWay = current.status !== DeviceStatus.disconnected
    if (isUnderWay && withCode === (current.pairingCode !== null)) return
    if (isUnderWay && !withCode && current.status === DeviceStatus.connecting) return
    live.update(record.key, { status: DeviceStatus.connecting, qr: null, pairingCode: null })
    if (await messenger.hasKeys(record.key)) messenger.open(record.key)
    else messenger.pair(record.key, { phone: digitsOf(record.id), withCode })
  }

  function newDevice(deviceId: string, connectionName: string): DeviceRecord {
    return {
      id: deviceId,
      key: needs.newKey(),
      connectionName: connectionName || `Conexão de ${digitsOf(deviceId) || deviceId}`,
      phone: null,
      createdAt: toIso(clock.now()),
      lastSeenAt: null,
      shouldBeConnected: true,
      reason: null,
    }
  }

  async function qr(userId: string, deviceId: string) {
    const current = live.get((await getRecord(userId, deviceId)).key)
    return { qr: current.qr, pairingCode: current.pairingCode }
  }

  async function status(userId: string, deviceId: string): Promise<DeviceStatus> {
    return live.get((await getRecord(userId, deviceId)).key).status
  }

  async function list(userId: string): Promise<readonly Device[]> {
    return (await store.list(userId)).map(toDevice)
  }

  /** Closes the connection; the keys stay, and so does the device. */
  async function close(userId: string, deviceId: string): Promise<void> {
    const record = await getRecord(userId, deviceId)
    await change(userId, deviceId, { shouldBeConnected: false, reason: 'closed_by_user' })
    await messenger.close(record.key)
    markDisconnected(record.key)
  }

  /**
   * Logs out at WhatsApp where possible, and forgets keys and device.
   * @throws AppError `device_busy` while a campaign uses it, unless forced
   */
  async function remove(
    userId: string,
    deviceId: string,
    { force }: { readonly force: boolean },
  ): Promise<void> {
    // In turn with a connect of the same device, which would begin on keys that are being deleted.
    await serially(`${userId}/${deviceId}`, async () => {
      const record = await getRecord(userId, deviceId)
      if (needs.isBusy(record.key)) {
        if (!force) throw new AppError('device_busy', deviceId)
        await needs.onGone(record.key, 'removed')
      }
      await messenger.logOut(record.key)
      needs.onConnection(record.key, false)
      await store.remove(userId, deviceId)
      live.remove(record.key)
      await needs.onRemoved(userId, deviceId)
      publish(userId, { type: 'device', id: deviceId })
    })
  }

  /** Reconnects what should be connected and is not. */
  async function keepAlive(userId: string, deviceId?: string) {
    const records =
      deviceId === undefined ? await store.list(userId) : [await getRecord(userId, deviceId)]
    for (const { key, shouldBeConnected } of records) {
      if (shouldBeConnected && live.get(key).status === DeviceStatus.disconnected) {
        messenger.open(key)
      }
    }
    return records.map(({ id, key }) => ({ deviceId: id, status: live.get(key).status }))
  }

  /** News from WhatsApp about a device. */
  async function handle(event: MessengerEvent): Promise<void> {
    const current = live.find(event.key)
    if (!current) return
    if (event.type === 'qr') {
      live.update(event.key, { status: DeviceStatus.pending, qr: event.qr, pairingCode: null })
    } else if (event.type === 'pairing_code') {
      live.update(event.key, { status: DeviceStatus.pending, pairingCode: event.code })
    } else if (event.type === 'state') {
      await handleState(event, current)
    } else return
    publish(current.userId, { type: 'device', id: current.deviceId })
  }

  async function handleState(
    event: StateEvent,
    { userId, deviceId, status }: LiveDevice,
  ): Promise<void> {
    const isConnected = event.status === DeviceStatus.connected
    const keepsCode = event.status === DeviceStatus.pending
    live.update(event.key, {
      status: event.status,
      ...(!keepsCode && { qr: null, pairingCode: null }),
    })
    if (isConnected || status === DeviceStatus.connected) {
      needs.onConnection(event.key, isConnected)
    }
    await change(userId, deviceId, {
      reason: event.reason,
      ...(event.phone !== null && { phone: event.phone }),
      ...((isConnected || status === DeviceStatus.connected) && {
        lastSeenAt: toIso(clock.now()),
      }),
      ...(event.reason !== null && finalReasons.has(event.reason) && { shouldBeConnected: false }),
    })
    if (event.reason === 'logged_out') await needs.onGone(event.key, 'logged_out')
  }

  /** Saves only what differs, so that a flapping connection costs no writes. */
  async function change(
    userId: string,
    deviceId: string,
    fields: Partial<DeviceRecord>,
  ): Promise<void> {
    await serially(`${userId}/${deviceId}`, async () => {
      const record = await store.find(userId, deviceId)
      if (!record) return
      const changed = { ...record, ...fields }
      const isSame =
        changed.reason === record.reason &&
        changed.phone === record.phone &&
        changed.lastSeenAt === record.lastSeenAt &&
        changed.shouldBeConnected === record.shouldBeConnected
      if (!isSame) await store.save(userId, changed)
    })
  }

  /** How many of all users' devices are in each state. */
  function countByStatus(): Readonly<Record<DeviceStatus, number>> {
    const count = { connected: 0, connecting: 0, pending: 0, disconnected: 0 }
    for (const { status: each } of live.all()) count[each] += 1
    return count
  }

  function counts() {
    const all = live.all()
    const connected = all.filter((each) => each.status === DeviceStatus.connected)
    return { connected: connected.length, total: all.length }
  }

  async function findKey(userId: string, deviceId: string): Promise<DeviceKey | undefined> {
    return (await store.find(userId, deviceId))?.key
  }

  function isConnected(key: DeviceKey): boolean {
    return live.find(key)?.status === DeviceStatus.connected
  }

  function markDisconnected(key: DeviceKey): void {
    const before = live.get(key)
    live.update(key, { status: DeviceStatus.disconnected, qr: null, pairingCode: null })
    if (before.status === DeviceStatus.connected) needs.onConnection(key, false)
    publish(before.userId, { type: 'device', id: before.deviceId })
  }

  async function getRecord(userId: string, deviceId: string): Promise<DeviceRecord> {
    const record = await store.find(userId, deviceId)
    if (!record) throw new AppError('device_not_found', deviceId)
    return record
  }

  function toDevice(record: DeviceRecord): Device {
    const { status } = live.get(record.key)
    const isUp = status === DeviceStatus.connected || status === DeviceStatus.pending
    return {
      deviceId: record.id,
      connectionName: record.connectionName,
      status,
      phone: record.phone,
      createdAt: record.createdAt,
      lastSeenAt: record.lastSeenAt,
      reason: isUp || record.reason === null ? null : disconnectReasons[record.reason],
    }
  }
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}
