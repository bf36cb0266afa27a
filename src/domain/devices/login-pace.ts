import { DeviceStatus } from '../../contract/devices/device.ts'
import type { Clock } from '../clock.ts'
import type { DeviceKey, Messenger } from '../messenger.ts'
import type { LiveDevices } from './live-devices.ts'

/**
 * Logs devices in a few a second. All at once, the connections of a large daemon would come from one
 * address in one moment, and their handshakes keep everything else from running.
 */
export function createLoginPace({
  loginsPerSecond,
  clock,
  live,
  messenger,
}: {
  readonly loginsPerSecond: number
  readonly clock: Clock
  readonly live: Pick<LiveDevices, 'find'>
  readonly messenger: Pick<Messenger, 'open'>
}) {
  const waiting = new Set<DeviceKey>()
  let cancelNext: (() => void) | undefined
  let isStopped = false

  return { ask, forget: (key: DeviceKey) => waiting.delete(key), stop }

  /** Logs a disconnected device in at once, or in its turn; asking again does not delay it. */
  function ask(key: DeviceKey): void {
    if (isStopped) return
    waiting.add(key)
    if (!cancelNext) next()
  }

  function next(): void {
    cancelNext = undefined
    for (const key of waiting) {
      waiting.delete(key)
      // Its owner may have removed or connected it meanwhile.
      if (live.find(key)?.status !== DeviceStatus.disconnected) continue
      cancelNext = clock.after(1_000 / loginsPerSecond, next)
      messenger.open(key)
      return
    }
  }

  function stop(): void {
    isStopped = true
    cancelNext?.()
    waiting.clear()
  }
}
