import { Gauge, MessageSquareText, PlugZap, QrCode, Trash2, Unplug } from 'lucide-react'
import { type Device, DeviceStatus } from '#contract/devices/device.ts'
import { CallError, isSignedOut, sentenceOf } from '../../api/calls/call-error.ts'
import { closeDevice, deleteDevice, reconnectDevice } from '../../api/devices.ts'
import { formatPhone, formatReason } from '../../format.ts'
import { messages } from '../../messages.ts'
import { DeviceStatusBadge } from '../../parts/device-status-badge.tsx'
import { report } from '../../report.ts'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { askYesNo } from '../../ui/overlays/ask.tsx'
import { Menu, type MenuItem } from '../../ui/overlays/menu.tsx'
import { toastDone, toastFailed } from '../../ui/overlays/toast.ts'
import { Card } from '../../ui/page/card.tsx'
import styles from './connections-screen.module.css'
import { QuotaFacts, RestrictionNote } from './device-standing.tsx'

const NO_NAME = 'Conexão Sem Nome'

/** One connection: its state, why it is so, and a menu of what can be done. */
export function DeviceCard({
  device,
  onPair,
  onTest,
  onSettings,
}: {
  readonly device: Device
  /** Shows its QR code. */
  readonly onPair: () => void
  /** Writes a single message through it. */
  readonly onTest: () => void
  /** Opens its name and limits. */
  readonly onSettings: () => void
}) {
  const { deviceId, phone, status, lastSeenAt, standing } = device
  const reason = formatReason(device)
  const name = device.connectionName || NO_NAME
  return (
    <Card className={styles.card} aria-label={name}>
      <div className={styles.head}>
        <h2>{name}</h2>
        <Menu label={`Ações de ${name}`} items={actionsOf(device, { onPair, onTest })} />
      </div>
      <div>
        <DeviceStatusBadge status={status} />
      </div>
      {reason && status !== DeviceStatus.connected && <p className={styles.reason}>{reason}</p>}
      {standing.restriction && <RestrictionNote restriction={standing.restriction} />}
      <dl className={styles.facts}>
        {phone && (
          <>
            <dt>Número</dt>
            <dd>{formatPhone(phone)}</dd>
          </>
        )}
        <dt>Identificador</dt>
        <dd>{deviceId}</dd>
        {lastSeenAt && status !== DeviceStatus.connected && (
          <>
            <dt>Visto por último</dt>
            <dd>
              <RelativeTime iso={lastSeenAt} />
            </dd>
          </>
        )}
        <QuotaFacts standing={standing} />
      </dl>
      <div className={styles.settings}>
        <Button
          look="quiet"
          icon={Gauge}
          aria-label={`Nome e limites de ${name}`}
          onClick={onSettings}
        >
          Nome e limites
        </Button>
      </div>
    </Card>
  )
}

function actionsOf(
  { deviceId, status }: Device,
  { onPair, onTest }: { readonly onPair: () => void; readonly onTest: () => void },
): MenuItem[] {
  const isConnected = status === DeviceStatus.connected
  return [
    ...(isConnected
      ? [{ label: 'Enviar mensagem de teste', icon: MessageSquareText, onSelect: onTest }]
      : []),
    ...(status === DeviceStatus.pending
      ? [{ label: 'Ver QR Code', icon: QrCode, onSelect: onPair }]
      : []),
    ...(status === DeviceStatus.disconnected
      ? [{ label: 'Reconectar', icon: PlugZap, onSelect: onPair }]
      : []),
    ...(status === DeviceStatus.connecting
      ? [{ label: 'Reconectar', icon: PlugZap, onSelect: () => void reconnect(deviceId) }]
      : []),
    ...(status === DeviceStatus.disconnected
      ? []
      : [{ label: 'Desconectar', icon: Unplug, onSelect: () => void disconnect(deviceId) }]),
    {
      label: 'Excluir',
      icon: Trash2,
      isDangerous: true,
      onSelect: () => void remove(deviceId),
    },
  ]
}

async function reconnect(deviceId: string): Promise<void> {
  try {
    await reconnectDevice(deviceId)
  } catch (error) {
    toastFailed(sentenceOf(error, messages.connections.reconnectFailed))
  }
}

async function disconnect(deviceId: string): Promise<void> {
  const isSure = await askYesNo(messages.connections.disconnectConfirm, { title: 'Desconectar' })
  if (!isSure) return
  try {
    await closeDevice(deviceId)
    toastDone(messages.connections.disconnected)
  } catch (error) {
    toastFailed(sentenceOf(error, messages.connections.disconnectFailed))
  }
}

async function remove(deviceId: string): Promise<void> {
  const question = { title: 'Excluir conexão', isDangerous: true }
  if (!(await askYesNo(messages.connections.deleteConfirm, question))) return
  if (await tryToDelete(deviceId, { isForced: false })) return
  if (!(await askYesNo(messages.connections.deleteBusyConfirm, question))) return
  await tryToDelete(deviceId, { isForced: true })
}

/** False: a campaign under way uses it, and nothing was done. */
async function tryToDelete(
  deviceId: string,
  options: { readonly isForced: boolean },
): Promise<boolean> {
  try {
    await deleteDevice(deviceId, options)
    toastDone(messages.connections.deleted)
  } catch (error) {
    if (error instanceof CallError && error.code === 'device_busy') return false
    if (isSignedOut(error)) return true
    report(messages.connections.deleteFailed, error)
    toastFailed(messages.connections.deleteFailed)
  }
  return true
}
