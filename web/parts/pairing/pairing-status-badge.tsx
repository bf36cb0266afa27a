import { DeviceStatus } from '#contract/devices/device.ts'
import { DeviceStatusBadge } from '../device-status-badge.tsx'

/** How far a pairing is, for whoever waits for it with the phone in hand. */
export function PairingStatusBadge({
  status,
  isTyped = false,
}: {
  readonly status: DeviceStatus
  /** There is a code to type, and no QR code to wait for. */
  readonly isTyped?: boolean
}) {
  return <DeviceStatusBadge status={status} label={wordsOf(status, isTyped)} />
}

function wordsOf(status: DeviceStatus, isTyped: boolean): string | undefined {
  if (status === DeviceStatus.connecting) return 'Conectando...'
  if (status !== DeviceStatus.pending) return undefined
  return isTyped ? 'Aguardando o código' : 'Aguardando QR'
}
