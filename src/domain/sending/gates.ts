import type { Wait } from '../../contract/campaigns/campaign.ts'
import { WaitReason } from '../../contract/campaigns/campaign-status.ts'
import type { Clock } from '../clock.ts'
import type { EventOf } from '../engine-events.ts'
import type { DeviceKey } from '../messenger.ts'
import { createGate, type Gate } from './gate.ts'

/** The gates of the devices that have a running campaign. */
export function createGates({
  clock,
  isConnected,
  onChange,
}: {
  readonly clock: Clock
  readonly isConnected: (key: DeviceKey) => boolean
  /** @param wait why the device is held back; null: it may send */
  readonly onChange: (key: DeviceKey, wait: Wait | null) => void
}) {
  const gates = new Map<DeviceKey, Gate>()

  return { of, announce, drop, onConnection, close }

  function of(key: DeviceKey): Gate {
    const known = gates.get(key)
    if (known) return known
    const gate = createGate({ clock, onChange: () => announce(key) })
    gates.set(key, gate)
    if (!isConnected(key)) gate.hold(WaitReason.device)
    return gate
  }

  /** Calls `onChange` with the state of the device's gate, for a campaign that just joined it. */
  function announce(key: DeviceKey): void {
    onChange(key, gates.get(key)?.wait() ?? null)
  }

  function drop(key: DeviceKey): void {
    gates.get(key)?.close()
    gates.delete(key)
  }

  function onConnection({ key, isConnected: isUp }: EventOf<'connection'>): void {
    const gate = gates.get(key)
    if (isUp) gate?.release(WaitReason.device)
    else gate?.hold(WaitReason.device)
  }

  function close(): void {
    for (const gate of gates.values()) gate.close()
  }
}
