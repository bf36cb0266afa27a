import { ChevronRight } from 'lucide-react'
import { Link } from 'wouter'
import { type Device, DeviceStatus } from '#contract/devices/device.ts'
import type { Person } from '#contract/people/person.ts'
import { formatDay, formatPhone } from '../../../format.ts'
import { conversationOf } from '../../../parts/conversation.ts'
import { deviceName } from '../../../parts/device-name.ts'
import { DeviceStatusBadge } from '../../../parts/device-status-badge.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import styles from './connection-dialog.module.css'

/** What is to be known before a first message to a person, and from which device it goes. */
export function ConnectionDialog({
  person: { name, optOut },
  phone,
  devices,
  lastDeviceId,
  onClose,
}: {
  readonly person: Person
  readonly phone: string
  readonly devices: readonly Device[]
  readonly lastDeviceId: string | null
  readonly onClose: () => void
}) {
  const who = name || formatPhone(phone)
  return (
    <Dialog
      title={`Escrever para ${who}`}
      width="small"
      onClose={onClose}
      footer={<Button onClick={onClose}>Voltar</Button>}
    >
      <div className={styles.choice}>
        {optOut && (
          <Notice tone="warn">
            {who} não recebe campanhas desde {formatDay(optOut.createdAt)}. Escreva só se a pessoa
            espera por esta mensagem.
          </Notice>
        )}
        <p id="by-connection">
          {devices.length > 1 ? 'Por qual conexão?' : 'A conversa abre por esta conexão.'} Nada é
          enviado ao abrir.
        </p>
        <ul className={styles.devices} aria-labelledby="by-connection">
          {likeliestFirst(devices, lastDeviceId).map((device) => (
            <li key={device.deviceId}>
              <Link href={conversationOf(device.deviceId, phone)} className={styles.device}>
                <span className={styles.words}>
                  <b>{deviceName(device)}</b>
                  <small>{hintOf(device, lastDeviceId)}</small>
                </span>
                {device.status !== DeviceStatus.connected && (
                  <DeviceStatusBadge status={device.status} />
                )}
                <ChevronRight size={16} aria-hidden />
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

/** Devices that can write now come first, and among equals the one that the person knows. */
function likeliestFirst(
  devices: readonly Device[],
  lastDeviceId: string | null,
): readonly Device[] {
  const rankOf = ({ deviceId, status }: Device) =>
    (status === DeviceStatus.connected ? 0 : 2) + (deviceId === lastDeviceId ? 0 : 1)
  return [...devices].sort((one, other) => rankOf(one) - rankOf(other))
}

/** The device's number, and whether the person knows it. */
function hintOf({ deviceId, phone }: Device, lastDeviceId: string | null): string {
  const words = [
    phone && formatPhone(phone),
    deviceId === lastDeviceId && 'já enviou campanhas a esta pessoa',
  ]
  return words.filter(Boolean).join(' · ')
}
