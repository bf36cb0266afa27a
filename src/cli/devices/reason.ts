import type { Device } from '../../contract/devices/device.ts'
import { formatTime } from '../terminal/format.ts'

/** Why a device is not connected and until when; empty while nothing needs explaining. */
export function explainReason({ reason, reasonUntil }: Device): string {
  return reason === null ? '' : withEnd(reason, reasonUntil)
}

/** A sentence, and until when it holds where that is known. */
export function withEnd(sentence: string, until: string | null): string {
  return until === null ? sentence : `${sentence} Até ${formatTime(until)}.`
}
