import { DeviceStatus } from '../../contract/devices/device.ts'
import { AppError } from '../../contract/errors.ts'
import type { DeviceKey, PasskeyState } from '../messenger.ts'

/** State of a device that exists only while the daemon runs. */
export type LiveDevice = {
  readonly userId: string
  readonly deviceId: string
  readonly status: DeviceStatus
  readonly qr: string | null
  readonly pairingCode: string | null
  /** What a linking to an account with a passkey needs next. */
  readonly passkey: PasskeyState | null
  /** How many QR codes this pairing has shown. */
  readonly qrCount: number
  readonly lastReceivedAt: string | null
  readonly lastSentAt: string | null
}

type NewDevice = Pick<LiveDevice, 'userId' | 'deviceId' | 'lastReceivedAt' | 'lastSentAt'>

export type LiveDevices = ReturnType<typeof createLiveDevices>

export const noCode = { qr: null, pairingCode: null, passkey: null }

/** The state of every device of this daemon, by its key. */
export function createLiveDevices() {
  const byKey = new Map<DeviceKey, LiveDevice>()

  return {
    add,
    find: (key: DeviceKey) => byKey.get(key),
    get,
    update,
    remove: (key: DeviceKey) => byKey.delete(key),
    isConnected: (key: DeviceKey) => byKey.get(key)?.status === DeviceStatus.connected,
    countByStatus,
    counts,
  }

  function add(key: DeviceKey, { userId, deviceId, lastReceivedAt, lastSentAt }: NewDevice): void {
    const status = DeviceStatus.disconnected
    const traffic = { lastReceivedAt, lastSentAt }
    byKey.set(key, { userId, deviceId, status, ...noCode, qrCount: 0, ...traffic })
  }

  /** @throws AppError `device_not_found` for a device that was removed in the meantime */
  function get(key: DeviceKey): LiveDevice {
    const known = byKey.get(key)
    if (!known) throw new AppError('device_not_found', key)
    return known
  }

  function update(key: DeviceKey, fields: Partial<LiveDevice>): void {
    byKey.set(key, { ...get(key), ...fields })
  }

  function counts() {
    const { connected } = countByStatus()
    return { connected, total: byKey.size }
  }

  /** Counts all users' devices by state. */
  function countByStatus(): Readonly<Record<DeviceStatus, number>> {
    const count = { connected: 0, connecting: 0, pending: 0, disconnected: 0 }
    for (const { status: each } of byKey.values()) count[each] += 1
    return count
  }
}
