import type { Device } from '../../contract/devices/device.ts'
import { formatTime } from '../terminal/format.ts'

/** Why a device is not connected and until when; empty while nothing needs explaining. */
export function explainReason({ reason, reasonUntil }: Device): string {
  if (reason === null) return ''
  return reasonUntil === null ? reason : `${reason} Até ${formatTime(reasonUntil)}.`
}
