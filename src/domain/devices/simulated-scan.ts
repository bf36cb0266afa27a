import { AppError } from '../../contract/errors.ts'
import type { ScanBody } from '../../contract/service.ts'
import type { SimulatedFault } from '../../contract/simulator.ts'
import { isFullNumber, phoneIn } from './device-record.ts'
import type { Devices } from './devices.ts'

/** The simulated phones of the simulator mode. */
export type SimulatedPhones = {
  scan(qr: string, phone: string): Promise<void>
  enterCode(code: string, phone: string): Promise<void>
  /** Lets something go wrong for the account of this number. */
  provoke(phone: string, fault: SimulatedFault): Promise<void>
}

/** Lets a simulated phone read the code that a device shows. */
export function createSimulatedScan({
  devices,
  phones,
  hash,
}: {
  readonly devices: Pick<Devices, 'qr'>
  readonly phones: Pick<SimulatedPhones, 'scan' | 'enterCode'>
  /** Returns at least four bytes, always the same for the same text. */
  readonly hash: (text: string) => Uint8Array
}) {
  return scan

  /** @throws AppError `no_qr`, `device_not_found` */
  async function scan(
    userId: string,
    { deviceId, phone = phoneOf(userId, deviceId) }: ScanBody,
  ): Promise<void> {
    const { qr, pairingCode } = await devices.qr(userId, deviceId)
    if (qr !== null) await phones.scan(qr, phone)
    else if (pairingCode !== null) await phones.enterCode(pairingCode, phone)
    else throw new AppError('no_qr', deviceId)
  }

  /** The number in a device's id; any other id gets a made-up number, always the same one. */
  function phoneOf(userId: string, deviceId: string): string {
    const digits = phoneIn(deviceId, { withCode: true })
    if (isFullNumber(digits)) return digits
    const { buffer, byteOffset } = hash(`${userId}/${deviceId}`)
    const number = new DataView(buffer, byteOffset).getUint32(0)
    return `55619${String(number % 100_000_000).padStart(8, '0')}`
  }
}
