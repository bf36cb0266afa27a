import { MessageSquareText, Plus, Send, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { consoleRoutes } from '#contract/console-routes.ts'
import { type Device, DeviceStatus } from '#contract/devices/device.ts'
import { useDevices } from '../../api/devices.ts'
import type { DevicePairing } from '../../api/pairing.ts'
import { useKeptCount, useLastCount } from '../../last-count.ts'
import { lazyPart } from '../../lazy-part.tsx'
import { messages } from '../../messages.ts'
import { deviceName } from '../../parts/device-name.ts'
import { entryState } from '../../ui/back-trap.ts'
import { Notice } from '../../ui/display/notice.tsx'
import { Loading, SkeletonLine } from '../../ui/display/skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/display/states.tsx'
import { Button, buttonClass } from '../../ui/forms/button.tsx'
import { Card } from '../../ui/page/card.tsx'
import { Page } from '../../ui/page/page.tsx'
import styles from './connections-screen.module.css'
import { DeviceCard } from './device-card.tsx'
import { DeviceCardSkeleton } from './device-card-skeleton.tsx'
import { byUrgency, summaryOf } from './device-health.tsx'

// Loaded on demand: they are as large as all the rest of the screen.
const DevicePairingDialog = lazyPart(
  async () => (await import('../../parts/pairing/device-pairing-dialog.tsx')).DevicePairingDialog,
)
const DeviceSettingsDialog = lazyPart(
  async () => (await import('./device-settings-dialog.tsx')).DeviceSettingsDialog,
)
const TestMessageDialog = lazyPart(
  async () => (await import('./test-message-dialog.tsx')).TestMessageDialog,
)

/** Name that the last count of devices is kept under. */
const CONNECTIONS = 'conexoes'

const nothing: readonly never[] = []

/** Every connected account, and what can be done with it. */
export function ConnectionsScreen() {
  const { data, error, mutate } = useDevices()
  const [pairing, setPairing] = useState<DevicePairing | null>(null)
  const [tested, setTested] = useState<Device | null>(null)
  const [changed, setChanged] = useState<Device | null>(null)
  const devices = data?.devices
  useKeptCount(CONNECTIONS, devices?.length)
  const endPairing = () => {
    setPairing(null)
    void mutate()
  }
  return (
    <Page
      title="Conexões"
      hint={devices ? devices.length > 0 && summaryOf(devices) : !error && <SummaryShape />}
      actions={
        devices?.length !== 0 && (
          <Link
            href={consoleRoutes.baileys}
            className={buttonClass(devices?.some(isAway) ? 'plain' : 'primary')}
          >
            <Plus size={16} aria-hidden />
            Conectar WhatsApp
          </Link>
        )
      }
    >
      {!devices && !error && <DevicesSkeleton />}
      {!devices && error && (
        <Card>
          <ErrorState
            title={messages.connections.loadFailed}
            detail={error.message}
            onRetry={() => void mutate()}
          />
        </Card>
      )}
      {devices?.length === 0 && (
        <Card>
          <EmptyState
            icon={Smartphone}
            title={messages.connections.empty}
            action={
              <Link href={consoleRoutes.baileys} className={buttonClass('primary')}>
                Conectar WhatsApp
              </Link>
            }
          >
            Uma conexão é o WhatsApp que envia as suas campanhas: o número da loja, da clínica, da
            escola.
          </EmptyState>
        </Card>
      )}
      <Welcome devices={devices ?? nothing} onTest={setTested} />
      {devices && devices.length > 0 && (
        <ul className={styles.devices}>
          {byUrgency(devices).map((device) => (
            <li key={device.deviceId}>
              <DeviceCard
                device={device}
                onPair={() =>
                  setPairing({
                    deviceId: device.deviceId,
                    connectionName: device.connectionName,
                    withCode: false,
                  })
                }
                onTest={() => setTested(device)}
                onSettings={() => setChanged(device)}
              />
            </li>
          ))}
        </ul>
      )}
      {pairing && (
        <DevicePairingDialog request={pairing} onConnected={endPairing} onClose={endPairing} />
      )}
      {changed && <DeviceSettingsDialog device={changed} onClose={() => setChanged(null)} />}
      {tested && <TestMessageDialog device={tested} onClose={() => setTested(null)} />}
    </Page>
  )
}

/** Whether the next step is to bring the device back. */
function isAway({ status }: Device): boolean {
  return status !== DeviceStatus.connected
}

/** What comes next, right after a device was connected. */
function Welcome({
  devices,
  onTest,
}: {
  readonly devices: readonly Device[]
  readonly onTest: (device: Device) => void
}) {
  const connectedId = entryState()
  const device = devices.find(
    ({ deviceId, status }) => deviceId === connectedId && status === DeviceStatus.connected,
  )
  if (!device) return null
  return (
    <Notice tone="ok">
      <p>{deviceName(device)} está pronta para enviar.</p>
      <div className={styles.welcome}>
        <Button look="quiet" icon={MessageSquareText} onClick={() => onTest(device)}>
          Enviar mensagem de teste
        </Button>
        <Link href={consoleRoutes.newCampaign} className={buttonClass('quiet')}>
          <Send size={16} aria-hidden />
          Criar campanha
        </Link>
      </div>
    </Notice>
  )
}

/** Stands for the summary, which is known only with the devices. */
function SummaryShape() {
  return <SkeletonLine width="22ch" />
}

function DevicesSkeleton() {
  const count = useLastCount(CONNECTIONS)
  return (
    <Loading className={styles.devices}>
      {Array.from({ length: count }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: shapes without anything of their own
        <DeviceCardSkeleton key={place} />
      ))}
    </Loading>
  )
}
