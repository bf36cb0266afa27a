import { type Device, DeviceStatus } from '../../contract/devices/device.ts'
import type { DeviceStanding } from '../../contract/devices/device-standing.ts'
import { AppError } from '../../contract/errors.ts'
import { type Clock, toIso } from '../clock.ts'
import type { Publish } from '../events.ts'
import type { DeviceKey, Messenger } from '../messenger.ts'
import { createQuota, type Quotas } from '../quotas.ts'
import { createSerial } from '../serial.ts'
import { createDeviceClosing } from './device-closing.ts'
import { createDeviceCodes } from './device-codes.ts'
import {
  type ConnectInput,
  closedByOwner,
  type DeviceRecord,
  type DeviceStore,
  isFullNumber,
  newDevice,
  noReason,
  phoneIn,
  refuseUnfitId,
  toDevice,
} from './device-record.ts'
import { createDeviceState } from './device-state.ts'
import { type LiveDevices, noCode } from './live-devices.ts'
import { createLoginPace } from './login-pace.ts'
import type { LoginTurns } from './login-turns.ts'

export type Devices = Awaited<ReturnType<typeof createDevices>>

export type DeviceNeeds = {
  readonly store: DeviceStore
  /** Live state of all devices, shared with other parts; empty at first. */
  readonly live: LiveDevices
  readonly messenger: Pick<
    Messenger,
    'open' | 'pair' | 'answerPasskey' | 'confirmPasskey' | 'hasKeys' | 'close' | 'logOut'
  >
  readonly clock: Clock
  readonly newKey: () => DeviceKey
  readonly quotas: Pick<Quotas, 'devices'>
  /** When devices log in where nobody waits for them. */
  readonly loginTurns: LoginTurns
  readonly publish: Publish
  readonly isBusy: (key: DeviceKey) => boolean
  readonly standingOf: (key: DeviceKey) => DeviceStanding
  /** Of the node that holds the devices; null where the daemon is alone with its data. */
  readonly nodeName: string | null
  /** Called when a device connects or loses its connection. */
  readonly onConnection: (key: DeviceKey, isConnected: boolean) => void
  /** Called when a device will not come back with its present keys. */
  readonly onGone: (key: DeviceKey, cause: 'removed' | 'logged_out') => Promise<void>
  /** Called when a device and all its data have been removed. */
  readonly onRemoved: (device: {
    readonly key: DeviceKey
    readonly userId: string
    readonly deviceId: string
    readonly phone: string | null
  }) => Promise<void>
}

/** The user's WhatsApp devices: pairs, connects and removes them, and shows their state. */
export async function createDevices(needs: DeviceNeeds) {
  const { store, live, messenger, clock, publish, standingOf, nodeName } = needs
  /** Runs what a device's owner asks of its connection one after the other. */
  const serially = createSerial()
  const quota = createQuota({
    limit: needs.quotas.devices,
    code: 'device_quota',
    used: store.size,
  })
  const { onEvent, change } = createDeviceState(needs)
  const { qr, ...passkey } = createDeviceCodes({ live, messenger, getKey })
  const logins = createLoginPace(needs)

  for (const { userId, record } of await store.listAll()) {
    live.add(record.key, { ...record, userId, deviceId: record.id })
  }

  return {
    ...{ add, connect, qr, passkey, keepAlive, logOut, remove },
    ...createDeviceClosing({
      ...{ ...needs, serially, getRecord, change, forgetLogin: logins.forget },
      connect: (userId, known) => connectOne(userId, { deviceId: known.id, known }),
    }),
    ...{ status, list, detail },
    ...{ onEvent, change },
    counts: live.counts,
    findKey,
    getKey,
    findOwner: live.find,
    openAll,
    stopLogins: logins.stop,
  }

  /** Connects every device that should be connected, in turn, after a start of the daemon. */
  async function openAll(): Promise<void> {
    for (const { record } of await store.listAll()) {
      if (record.shouldBeConnected) logins.ask(record.key)
    }
  }

  /**
   * Connects a device, with its keys where it has any, else by pairing.
   * @throws AppError `invalid_phone` where there is no number to make a pairing code for,
   * `device_quota`
   */
  async function connect(
    userId: string,
    input: ConnectInput,
  ): Promise<{ readonly device: Device; readonly wasConnected: boolean }> {
    const { deviceId } = input
    return serially(`${userId}/${deviceId}`, async () => {
      const known = await store.find(userId, deviceId)
      if (!known) refuseUnfitId(deviceId)
      const connecting = () => connectOne(userId, { ...input, known })
      return known ? connecting() : quota.within(userId, connecting)
    })
  }

  async function connectOne(
    userId: string,
    {
      deviceId,
      connectionName = '',
      pairingCode = false,
      phone,
      known,
    }: ConnectInput & { readonly known: DeviceRecord | undefined },
  ): Promise<{ readonly device: Device; readonly wasConnected: boolean }> {
    const record = known ?? make(deviceId, connectionName)
    const current = known && live.get(record.key)
    if (current?.status === DeviceStatus.connected) {
      return { device: show(record), wasConnected: true }
    }
    const number = phone ?? phoneIn(deviceId, { withCode: pairingCode })
    if (pairingCode && !isFullNumber(number) && !(await messenger.hasKeys(record.key))) {
      throw new AppError('invalid_phone', `a pairing code for "${deviceId}"`)
    }
    const want = (device: DeviceRecord) => ({
      ...device,
      connectionName: connectionName || device.connectionName,
      shouldBeConnected: true,
      ...noReason,
    })
    if (!known) await addNew(userId, record)
    const wanted = known ? await store.update(userId, deviceId, want) : record
    if (!wanted) throw new AppError('device_not_found', deviceId)
    await bringUp(wanted, { withCode: pairingCode, phone: number })
    publish(userId, { type: 'device', id: deviceId })
    return { device: show(wanted), wasConnected: false }
  }

  async function bringUp(
    record: DeviceRecord,
    pairing: { readonly withCode: boolean; readonly phone: string },
  ): Promise<void> {
    const { withCode } = pairing
    const current = live.get(record.key)
    const isUnderWay = current.status !== DeviceStatus.disconnected
    if (isUnderWay && withCode === (current.pairingCode !== null)) return
    if (isUnderWay && !withCode && current.status === DeviceStatus.connecting) return
    live.update(record.key, { status: DeviceStatus.connecting, ...noCode, qrCount: 0 })
    if (await messenger.hasKeys(record.key)) messenger.open(record.key)
    else messenger.pair(record.key, pairing)
  }

  /**
   * Adds a device that stays disconnected until its owner connects it.
   * @throws AppError `device_taken`, `device_quota`
   */
  async function add(userId: string, deviceId: string): Promise<void> {
    await serially(`${userId}/${deviceId}`, async () => {
      if (await store.find(userId, deviceId)) throw new AppError('device_taken', deviceId)
      const record = { ...make(deviceId, ''), shouldBeConnected: false }
      await quota.within(userId, () => addNew(userId, record))
      publish(userId, { type: 'device', id: deviceId })
    })
  }

  /** @throws AppError `device_taken` */
  async function addNew(userId: string, record: DeviceRecord): Promise<void> {
    // Comes before the record is stored: whoever reads the record looks for its live state.
    live.add(record.key, { ...record, userId, deviceId: record.id })
    let isNew = false
    try {
      isNew = await store.create(userId, record)
    } finally {
      if (!isNew) live.remove(record.key)
    }
    if (!isNew) throw new AppError('device_taken', record.id)
  }

  function make(deviceId: string, connectionName: string): DeviceRecord {
    const createdAt = toIso(clock.now())
    return newDevice({ deviceId, key: needs.newKey(), connectionName, createdAt })
  }

  async function status(userId: string, deviceId: string): Promise<DeviceStatus> {
    return live.get(await getKey(userId, deviceId)).status
  }

  async function list(userId: string): Promise<readonly Device[]> {
    return (await store.list(userId)).map(show)
  }

  /** Returns the device with its live state, such as a QR code. */
  async function detail(userId: string, deviceId: string) {
    const record = await getRecord(userId, deviceId)
    return { record, live: live.get(record.key) }
  }

  /**
   * Logs out at WhatsApp where possible, and deletes keys and device.
   * @throws AppError `device_busy` while a campaign uses it, unless forced
   */
  async function remove(
    userId: string,
    deviceId: string,
    { force }: { readonly force: boolean },
  ): Promise<void> {
    // Serialised with a connect of the same device, which would begin with keys that are being
    // deleted.
    await serially(`${userId}/${deviceId}`, async () => {
      const record = await getRecord(userId, deviceId)
      await end(record, { force, cause: 'removed' })
      await store.remove(userId, deviceId)
      live.remove(record.key)
      await needs.onRemoved({ key: record.key, userId, deviceId, phone: record.phone })
      publish(userId, { type: 'device', id: deviceId })
    })
  }

  /**
   * Logs out at WhatsApp and deletes the keys; the device stays, to be paired again.
   * @throws AppError `device_not_connected`, `device_busy` while a campaign uses it, unless forced
   */
  async function logOut(
    userId: string,
    deviceId: string,
    { force }: { readonly force: boolean },
  ): Promise<void> {
    await serially(`${userId}/${deviceId}`, async () => {
      const record = await getRecord(userId, deviceId)
      const { status } = live.get(record.key)
      if (status !== DeviceStatus.connected && status !== DeviceStatus.pending) {
        throw new AppError('device_not_connected', deviceId)
      }
      await end(record, { force, cause: 'logged_out' })
      await store.update(userId, deviceId, (known) => ({ ...known, ...closedByOwner }))
      live.update(record.key, { status: DeviceStatus.disconnected, ...noCode })
      publish(userId, { type: 'device', id: deviceId })
    })
  }

  async function end(
    { id, key }: DeviceRecord,
    { force, cause }: { readonly force: boolean; readonly cause: 'removed' | 'logged_out' },
  ): Promise<void> {
    if (needs.isBusy(key)) {
      if (!force) throw new AppError('device_busy', id)
      await needs.onGone(key, cause)
    }
    logins.forget(key)
    await messenger.logOut(key)
    needs.onConnection(key, false)
  }

  /** Reconnects devices that should be connected and are not; one that is named need not wait. */
  async function keepAlive(userId: string, deviceId?: string) {
    const records =
      deviceId === undefined ? await store.list(userId) : [await getRecord(userId, deviceId)]
    for (const { key, shouldBeConnected } of records) {
      if (shouldBeConnected && live.get(key).status === DeviceStatus.disconnected) {
        if (deviceId === undefined) logins.ask(key)
        else messenger.open(key)
      }
    }
    return records.map(({ id, key }) => ({ deviceId: id, status: live.get(key).status }))
  }

  async function findKey(userId: string, deviceId: string): Promise<DeviceKey | undefined> {
    return (await store.find(userId, deviceId))?.key
  }

  /** @throws AppError `device_not_found` */
  async function getKey(userId: string, deviceId: string): Promise<DeviceKey> {
    return (await getRecord(userId, deviceId)).key
  }

  async function getRecord(userId: string, deviceId: string): Promise<DeviceRecord> {
    const record = await store.find(userId, deviceId)
    if (!record) throw new AppError('device_not_found', deviceId)
    return record
  }

  function show(record: DeviceRecord): Device {
    return toDevice(record, { ...live.get(record.key), standing: standingOf(record.key), nodeName })
  }
}
