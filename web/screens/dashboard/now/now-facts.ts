import { type Device, DeviceStatus } from '#contract/devices/device.ts'
import { describeRestriction } from '#contract/devices/device-standing.ts'
import { formatDateTime } from '../../../format.ts'

/** Why a device needs its owner; null where it is well, or on its way to being so. */
export function troubleOf({ status, standing }: Device): string | null {
  if (status === DeviceStatus.disconnected) return 'desconectada.'
  if (status === DeviceStatus.pending) return 'espera a leitura do código QR.'
  if (!standing.restriction) return null
  const { kind, until } = standing.restriction
  return until === null
    ? describeRestriction(kind)
    : `${describeRestriction(kind)} Vale até ${formatDateTime(until)}.`
}
