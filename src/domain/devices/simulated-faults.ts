import { type Device, DeviceStatus } from '../../contract/devices/device.ts'
import { AppError } from '../../contract/errors.ts'
import type { SimulatedFault } from '../../contract/simulator.ts'
import type { SimulatedPhones } from './simulated-scan.ts'

/** Lets something go wrong at the simulated WhatsApp, for the accounts of one user alone. */
export function createSimulatedFaults({
  devices,
  phones,
}: {
  readonly devices: {
    list(userId: string): Promise<readonly Pick<Device, 'status' | 'phone'>[]>
  }
  readonly phones: Pick<SimulatedPhones, 'provoke'>
}) {
  /** @throws AppError `device_not_connected` */
  return async (userId: string, fault: SimulatedFault): Promise<void> => {
    const connected = (await devices.list(userId)).flatMap(({ status, phone }) =>
      status === DeviceStatus.connected && phone !== null ? [phone] : [],
    )
    if (connected.length === 0) throw new AppError('device_not_connected', 'none is connected')
    for (const phone of connected) await phones.provoke(phone, fault)
  }
}
