import { LoaderCircle, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { DeviceStatus } from '#contract/devices/device.ts'
import type { Gateway } from '#contract/gateways/gateway.ts'
import { isSignedOut } from '../../api/calls/call-error.ts'
import { gatewaySentence } from '../../api/gateways/gateways.ts'
import { restartInstance } from '../../api/gateways/instances.ts'
import { gatewayMessages } from '../../gateway-messages.ts'
import { DeviceStatusBadge } from '../../parts/device-status-badge.tsx'
import { failedBecause } from '../../parts/use-form-send.ts'
import { report } from '../../report.ts'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/forms/button.tsx'
import { toastDone, toastFailed } from '../../ui/overlays/toast.ts'
import styles from './instance-state.module.css'

/** How the connection of an instance is, and a way to begin it anew where it hangs. */
export function InstanceStateRow({
  gateway,
  name,
  title,
  status,
  onPair,
}: {
  readonly gateway: Gateway
  readonly name: string
  /** What the instance is called on the screen. */
  readonly title: string
  readonly status: DeviceStatus
  /** Shows the code, where WhatsApp wants one. */
  readonly onPair: () => void
}) {
  const [isBusy, setIsBusy] = useState(false)
  const restart = async () => {
    if (isBusy) return
    setIsBusy(true)
    try {
      const { kind } = await restartInstance(gateway.id, name)
      if (kind === 'code') onPair()
      else if (kind === 'open') toastDone(gatewayMessages.gateway.restarted)
      else toastDone(gatewayMessages.gateway.restarting)
    } catch (error) {
      if (isSignedOut(error)) return
      const failed = gatewayMessages.gateway.restartFailed
      report(failed, error)
      toastFailed(failedBecause(failed, gatewaySentence(error, gateway)))
    } finally {
      setIsBusy(false)
    }
  }
  // Others begin by their own button: to connect, or to read the code that waits.
  const isRestartable = status === DeviceStatus.connected || status === DeviceStatus.connecting
  return (
    <div className={styles.row}>
      <DeviceStatusBadge status={status} />
      {(isRestartable || isBusy) && (
        <IconButton
          icon={isBusy ? LoaderCircle : RotateCw}
          label={`Reiniciar a conexão de ${title}`}
          className={classNames(styles.restart, isBusy && styles.turning)}
          // A disabled one would lose the focus.
          aria-disabled={isBusy || undefined}
          aria-busy={isBusy || undefined}
          onClick={() => void restart()}
        />
      )}
    </div>
  )
}
