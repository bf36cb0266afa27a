import { Check, Gauge, MessageSquareText, PlugZap, QrCode, Trash2, Unplug } from 'lucide-react'
import { type Device, DeviceStatus, isFinal } from '#contract/devices/device.ts'
import { CallError, isSignedOut, sentenceOf } from '../../api/calls/call-error.ts'
import { closeDevice, deleteDevice, reconnectDevice } from '../../api/devices.ts'
import { formatPhone, formatReason } from '../../format.ts'
import { messages } from '../../messages.ts'
import { deviceName } from '../../parts/device-name.ts'
import { DeviceStatusBadge } from '../../parts/device-status-badge.tsx'
import { isLost } from '../../parts/waiting-campaigns.ts'
import { report } from '../../report.ts'
import { classNames } from '../../ui/class-names.ts'
import { Notice } from '../../ui/display/notice.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { askYesNo } from '../../ui/overlays/ask.ts'
import { Menu, type MenuItem } from '../../ui/overlays/menu.tsx'
import { toastDone, toastFailed } from '../../ui/overlays/toast.ts'
import { Card } from '../../ui/page/card.tsx'
import styles from './connections-screen.module.css'
import { healthWords, NewPeopleMeter, QuotaMeter, WaitingNote } from './device-health.tsx'
import { FirstMessagesFact, RestrictionNote } from './device-standing.tsx'

/** Why a device whose QR code waits is not connected yet. */
const UNREAD = 'Falta ler o QR Code com o celular deste número.'

/** One device: its state, why it is so, and a menu of what can be done. */
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
  const { status, standing, phone } = device
  const reason = formatReason(device) ?? (status === DeviceStatus.pending ? UNREAD : null)
  const name = deviceName(device)
  return (
    <Card className={styles.card} aria-label={name}>
      <div className={styles.head}>
        <div className={styles.who}>
          <h2>{name}</h2>
          <p>{phone ? formatPhone(phone) : 'Sem celular ligado'}</p>
        </div>
        <Menu label={`Ações de ${name}`} items={actionsOf(device, { onPair, onTest })} />
      </div>
      <div>
        <DeviceStatusBadge status={status} />
      </div>
      {reason && status !== DeviceStatus.connected && <Reason device={device} reason={reason} />}
      {isLost(device) && <WaitingNote device={device} />}
      {standing.restriction && <RestrictionNote restriction={standing.restriction} />}
      <DeviceFacts device={device} />
      <NewPeopleMeter name={name} standing={standing} />
      <QuotaMeter name={name} standing={standing} />
      <div
        className={classNames(styles.settings, status === DeviceStatus.connected && styles.quiet)}
      >
        {status === DeviceStatus.connected ? (
          <Button
            look="quiet"
            icon={MessageSquareText}
            aria-label={`Testar ${name}`}
            onClick={onTest}
          >
            Testar
          </Button>
        ) : (
          <WayBack device={device} name={name} onPair={onPair} />
        )}
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

/** Why a device is not connected; a warning where only its owner can change that. */
function Reason({ device, reason }: { readonly device: Device; readonly reason: string }) {
  const isLoud = device.status === DeviceStatus.disconnected && isFinal(device.reasonCode)
  if (!isLoud) return <p className={styles.reason}>{reason}</p>
  return <Notice tone="warn">{reason}</Notice>
}

/** What is known of a device, term by term. */
function DeviceFacts({ device }: { readonly device: Device }) {
  const { deviceId, phone, nodeName, status, lastSeenAt, standing } = device
  const health = healthWords(device)
  return (
    <dl className={styles.facts}>
      {deviceId !== phone && (
        <>
          <dt>Identificador</dt>
          <dd>{deviceId}</dd>
        </>
      )}
      {nodeName !== undefined && (
        <>
          <dt>Servidor</dt>
          <dd>{nodeName}</dd>
        </>
      )}
      {lastSeenAt && status !== DeviceStatus.connected && (
        <>
          <dt>Visto por último</dt>
          <dd>
            <RelativeTime iso={lastSeenAt} />
          </dd>
        </>
      )}
      <LastMessage device={device} />
      {health && (
        <>
          <dt>Saúde</dt>
          <dd>{health}</dd>
        </>
      )}
      <FirstMessagesFact standing={standing} />
    </dl>
  )
}

/** What shows at a glance that messages really pass. */
function LastMessage({ device: { lastReceivedAt, lastSentAt } }: { readonly device: Device }) {
  if (lastReceivedAt === null && lastSentAt === null) return null
  return (
    <>
      <dt>Última mensagem</dt>
      <dd>
        {lastSentAt && (
          <>
            Enviada <RelativeTime iso={lastSentAt} />
          </>
        )}
        {lastSentAt && lastReceivedAt && <br />}
        {lastReceivedAt && (
          <>
            Recebida <RelativeTime iso={lastReceivedAt} />
          </>
        )}
      </dd>
    </>
  )
}

/** What brings a device back; outside the menu, since its owner is in a hurry. */
function WayBack({
  device: { deviceId, status, reasonCode },
  name,
  onPair,
}: {
  readonly device: Device
  readonly name: string
  readonly onPair: () => void
}) {
  if (status === DeviceStatus.disconnected && reasonCode === 'other_phone') {
    return (
      <Button look="primary" icon={Check} onClick={() => void reconnect(deviceId)}>
        Usar este número mesmo assim
      </Button>
    )
  }
  const isPending = status === DeviceStatus.pending
  const press = status === DeviceStatus.connecting ? () => void reconnect(deviceId) : () => onPair()
  return (
    <Button
      look="primary"
      icon={isPending ? QrCode : PlugZap}
      aria-label={isPending ? `Ver QR Code de ${name}` : `Reconectar ${name}`}
      onClick={press}
    >
      {isPending ? 'Ver QR Code' : 'Reconectar'}
    </Button>
  )
}

function actionsOf(
  device: Device,
  { onPair, onTest }: { readonly onPair: () => void; readonly onTest: () => void },
): MenuItem[] {
  const { deviceId, status, reasonCode } = device
  const isConnected = status === DeviceStatus.connected
  return [
    ...(isConnected
      ? [{ label: 'Enviar mensagem de teste', icon: MessageSquareText, onSelect: onTest }]
      : []),
    ...(status === DeviceStatus.pending
      ? [{ label: 'Ver QR Code', icon: QrCode, onSelect: onPair }]
      : []),
    ...(status === DeviceStatus.disconnected && reasonCode !== 'other_phone'
      ? [{ label: 'Reconectar', icon: PlugZap, onSelect: onPair }]
      : []),
    ...(status === DeviceStatus.connecting
      ? [{ label: 'Reconectar', icon: PlugZap, onSelect: () => void reconnect(deviceId) }]
      : []),
    ...(status === DeviceStatus.disconnected
      ? []
      : [{ label: 'Desconectar', icon: Unplug, onSelect: () => void disconnect(device) }]),
    {
      label: 'Excluir',
      icon: Trash2,
      isDangerous: true,
      onSelect: () => void remove(device),
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

async function disconnect(device: Device): Promise<void> {
  const question = { title: `Desconectar ${deviceName(device)}` }
  if (!(await askYesNo(messages.connections.disconnectConfirm, question))) return
  try {
    await closeDevice(device.deviceId)
    toastDone(messages.connections.disconnected)
  } catch (error) {
    toastFailed(sentenceOf(error, messages.connections.disconnectFailed))
  }
}

async function remove(device: Device): Promise<void> {
  const { deviceId } = device
  const question = { title: `Excluir conexão ${deviceName(device)}`, isDangerous: true }
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
