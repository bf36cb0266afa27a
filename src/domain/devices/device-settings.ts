import type { Device } from '../../contract/devices/device.ts'
import type { DeviceSettings as Settings } from '../../contract/devices/device-settings.ts'
import { AppError } from '../../contract/errors.ts'
import type { Publish } from '../events.ts'
import type { Holds } from '../sending/strangers/holds.ts'
import type { Devices } from './devices.ts'

export type DeviceSettings = ReturnType<typeof createDeviceSettings>

/** What the owners of devices decide about them: their name, and the limits of first messages. */
export function createDeviceSettings({
  devices,
  holds,
  publish,
}: {
  readonly devices: Pick<Devices, 'getKey' | 'change' | 'list'>
  readonly holds: Pick<Holds, 'limit'>
  readonly publish: Publish
}) {
  return { change }

  /** @throws AppError `device_not_found` */
  async function change(userId: string, deviceId: string, settings: Settings): Promise<Device> {
    const { connectionName, dailyLimit, isWarmingUp } = settings
    const key = await devices.getKey(userId, deviceId)
    if (connectionName !== undefined) await devices.change(userId, deviceId, { connectionName })
    const hasLimits = dailyLimit !== undefined || isWarmingUp !== undefined
    if (hasLimits) await holds.limit(key, { dailyLimit, isWarmingUp })
    publish(userId, { type: 'device', id: deviceId })
    const changed = (await devices.list(userId)).find((each) => each.deviceId === deviceId)
    if (!changed) throw new AppError('device_not_found', deviceId)
    return changed
  }
}
