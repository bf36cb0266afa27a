import { CircleCheck, CircleOff, LoaderCircle, QrCode } from 'lucide-react'
import { DeviceStatus } from '#contract/devices/device.ts'
import { Badge } from '../ui/display/badge.tsx'

/** Word, tone and sign of each state of a device, the same on every screen that shows it. */
const looks = {
  [DeviceStatus.connected]: { label: 'Conectado', tone: 'ok', icon: CircleCheck },
  [DeviceStatus.connecting]: { label: 'Conectando', tone: 'warn', icon: LoaderCircle },
  [DeviceStatus.pending]: { label: 'Conectando · aguardando QR', tone: 'warn', icon: QrCode },
  [DeviceStatus.disconnected]: { label: 'Desconectado', tone: 'muted', icon: CircleOff },
} as const

/** The state in words, where a badge does not fit, as in the options of a field. */
export function deviceStatusWords(status: DeviceStatus): string {
  return looks[status].label
}

/** The state of a device in words. */
export function DeviceStatusBadge({
  status,
  label = looks[status].label,
}: {
  readonly status: DeviceStatus
  /** Other words for the state, as during a pairing. */
  readonly label?: string | undefined
}) {
  const { tone, icon } = looks[status]
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  )
}
