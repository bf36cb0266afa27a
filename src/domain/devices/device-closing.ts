import { DeviceStatus } from '../../contract/devices/device.ts'
import type { Publish } from '../events.ts'
import type { DeviceKey, Messenger } from '../messenger.ts'
import type { Serially } from '../serial.ts'
import { closedByOwner, type DeviceRecord } from './device-record.ts'
import { type LiveDevices, noCode } from './live-devices.ts'

/** Closes connections: for good, or to open them again. */
export function createDeviceClosing({
  live,
  messenger,
  serially,
  publish,
  onConnection,
  forgetLogin,
  getRecord,
  change,
  connect,
}: {
  readonly live: LiveDevices
  readonly messenger: Pick<Messenger, 'close'>
  /** Runs what a device's owner asks of its connection one after the other. */
  readonly serially: Serially
  readonly publish: Publish
  readonly onConnection: (key: DeviceKey, isConnected: boolean) => void
  readonly forgetLogin: (key: DeviceKey) => void
  /** @throws AppError `device_not_found` */
  readonly getRecord: (userId: string, deviceId: string) => Promise<DeviceRecord>
  readonly change: (
    userId: string,
    deviceId: string,
    fields: Partial<DeviceRecord>,
  ) => Promise<void>
  readonly connect: (userId: string, known: DeviceRecord) => Promise<unknown>
}) {
  return { close, restart }

  /** Closes the connection; the keys stay, and so does the device. */
  async function close(userId: string, deviceId: string): Promise<void> {
    // An earlier connect ends first: otherwise it would open the connection again.
    await serially(`${userId}/${deviceId}`, async () => {
      const { key } = await getRecord(userId, deviceId)
      forgetLogin(key)
      await change(userId, deviceId, closedByOwner)
      await messenger.close(key)
      markDisconnected(key)
    })
  }

  /**
   * Closes the connection and opens it again with the same keys; a code that is shown stays, since
   * a phone may be reading it. The record says throughout that the device is to be connected: a
   * crash in between does not leave it closed.
   */
  async function restart(userId: string, deviceId: string): Promise<void> {
    await serially(`${userId}/${deviceId}`, async () => {
      const record = await getRecord(userId, deviceId)
      const { status } = live.get(record.key)
      if (status === DeviceStatus.pending) return
      if (status !== DeviceStatus.disconnected) {
        forgetLogin(record.key)
        await messenger.close(record.key, 'moving')
        markDisconnected(record.key)
      }
      await connect(userId, record)
    })
  }

  function markDisconnected(key: DeviceKey): void {
    const before = live.get(key)
    live.update(key, { status: DeviceStatus.disconnected, ...noCode })
    if (before.status === DeviceStatus.connected) onConnection(key, false)
    publish(before.userId, { type: 'device', id: before.deviceId })
  }
}
