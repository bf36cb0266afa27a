import { DeviceStatus } from '../../contract/devices/device.ts'
import type { DeviceKey, Messenger } from '../messenger.ts'
import type { LiveDevices } from './live-devices.ts'
import type { Login, LoginTurns } from './login-turns.ts'

/** Logs devices in by turns, which are shared with the other engines of the process. */
export function createLoginPace({
  loginTurns,
  live,
  messenger,
}: {
  readonly loginTurns: LoginTurns
  readonly live: Pick<LiveDevices, 'find'>
  readonly messenger: Pick<Messenger, 'open'>
}) {
  const waiting = new Map<DeviceKey, Login>()
  let isStopped = false

  return { ask, forget, stop }

  /** Logs a disconnected device in at once, or in its turn; asking again does not delay it. */
  function ask(key: DeviceKey): void {
    if (isStopped || waiting.has(key)) return
    const login = () => {
      waiting.delete(key)
      // Its owner may have removed or connected it meanwhile.
      if (live.find(key)?.status !== DeviceStatus.disconnected) return false
      messenger.open(key)
      return true
    }
    waiting.set(key, login)
    loginTurns.ask(login)
  }

  function forget(key: DeviceKey): void {
    const login = waiting.get(key)
    if (!login) return
    waiting.delete(key)
    loginTurns.withdraw(login)
  }

  function stop(): void {
    isStopped = true
    for (const key of [...waiting.keys()]) forget(key)
  }
}
