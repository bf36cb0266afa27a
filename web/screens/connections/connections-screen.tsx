import { Plus, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { consoleRoutes } from '#contract/console-routes.ts'
import type { Device } from '#contract/devices/device.ts'
import { useCampaigns } from '../../api/campaigns/all-campaigns.ts'
import { useDevices } from '../../api/devices.ts'
import type { DevicePairing } from '../../api/pairing.ts'
import { messages } from '../../messages.ts'
import { DevicePairingDialog } from '../../parts/pairing/device-pairing-dialog.tsx'
import { Loading, Skeleton } from '../../ui/display/skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/display/states.tsx'
import { buttonClass } from '../../ui/forms/button.tsx'
import { Card } from '../../ui/page/card.tsx'
import { Page } from '../../ui/page/page.tsx'
import styles from './connections-screen.module.css'
import { DeviceCard } from './device-card.tsx'
import { DeviceSettingsDialog } from './device-settings-dialog.tsx'
import { TestMessageDialog } from './test-message-dialog.tsx'

const nothing: readonly never[] = []

/** Every connected account, and what can be done with it. */
export function ConnectionsScreen() {
  const { data, error, mutate } = useDevices()
  const [pairing, setPairing] = useState<DevicePairing | null>(null)
  const [tested, setTested] = useState<Device | null>(null)
  const [changed, setChanged] = useState<Device | null>(null)
  const devices = data?.devices
  const campaigns = useCampaigns().data ?? nothing
  return (
    <Page
      title="Conexões"
      actions={
        <Link href={consoleRoutes.baileys} className={buttonClass('primary')}>
          <Plus size={16} aria-hidden />
          Conectar WhatsApp
        </Link>
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
      {devices && devices.length > 0 && (
        <ul className={styles.devices}>
          {devices.map((device) => (
            <li key={device.deviceId}>
              <DeviceCard
                device={device}
                campaigns={campaigns}
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
        <DevicePairingDialog
          request={pairing}
          onConnected={() => setPairing(null)}
          onClose={() => setPairing(null)}
        />
      )}
      {changed && <DeviceSettingsDialog device={changed} onClose={() => setChanged(null)} />}
      {tested && <TestMessageDialog device={tested} onClose={() => setTested(null)} />}
    </Page>
  )
}

function DevicesSkeleton() {
  return (
    <Loading className={styles.devices}>
      {['a', 'b', 'c'].map((key) => (
        <Card key={key} className={styles.card}>
          <div className={styles.head}>
            <h2>
              <Skeleton width="16ch" height="1.5em" />
            </h2>
          </div>
          <Skeleton width="7rem" height="1.35rem" />
          <div className={styles.waiting}>
            <Skeleton width="75%" height="1.5em" />
            <Skeleton width="65%" height="1.5em" />
          </div>
        </Card>
      ))}
    </Loading>
  )
}
