import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const execute = promisify(execFile)
const TIMEOUT_MS = 10_000

export type ServiceState = {
  /** The service has begun; from here on a main thread that hangs lets the watchdog end it. */
  ready(status: string): Promise<void>
  stopping(): Promise<void>
}

/**
 * Reports the state of the service to systemd, by the protocol of sd_notify(3). Node has no
 * datagrams of Unix sockets, so systemd's own program sends them. Does nothing where systemd did
 * not start it.
 * @param onFault gets the first report that fails, and again only after one has succeeded
 */
export function createServiceState(
  { NOTIFY_SOCKET, WATCHDOG_USEC, WATCHDOG_PID, PATH }: NodeJS.ProcessEnv,
  onFault: (error: unknown) => void,
): ServiceState {
  let watch: NodeJS.Timeout | undefined
  let isFailing = false
  return { ready, stopping }

  async function ready(status: string): Promise<void> {
    await send('READY=1', `STATUS=${status}`)
    const everyMs = watchdogMs()
    if (everyMs === undefined) return
    // Sent by the main thread: where it hangs, the watchdog gets nothing.
    watch = setInterval(() => void send('WATCHDOG=1'), everyMs / 3)
    watch.unref()
  }

  async function stopping(): Promise<void> {
    clearInterval(watch)
    await send('STOPPING=1')
  }

  /** How long the watchdog waits; `undefined` where none does, or for another process. */
  function watchdogMs(): number | undefined {
    const limitMs = Number(WATCHDOG_USEC ?? 0) / 1_000
    const isOurs = WATCHDOG_PID === undefined || Number(WATCHDOG_PID) === process.pid
    return limitMs > 0 && isOurs ? limitMs : undefined
  }

  async function send(...assignments: readonly string[]): Promise<void> {
    if (!NOTIFY_SOCKET) return
    try {
      const env = { NOTIFY_SOCKET, PATH }
      await execute('systemd-notify', assignments, { env, timeout: TIMEOUT_MS })
      isFailing = false
    } catch (error) {
      if (!isFailing) onFault(error)
      isFailing = true
    }
  }
}
