import { parentPort, workerData } from 'node:worker_threads'
import type { OpenKeys } from '../../domain/devices/device-keys.ts'
import { installFastCurve } from '../keys/fast-curve.ts'
import type { FromHost, HostConfig, ToHost } from './host-protocol.ts'
import { silenceConsole } from './quiet-console.ts'
import { yieldToMainThread } from './thread-priority.ts'

/** Makes this thread the one that owns WhatsApp connections; their keys are opened by `openKeys`. */
export async function runHost(openKeys: OpenKeys): Promise<void> {
  const port = parentPort
  if (!port) throw new Error('a WhatsApp host runs as a worker thread only')
  // Both must come before Baileys is loaded, and so does nobody import it who calls this.
  silenceConsole()
  installFastCurve()
  // Baileys notes a stack for every query; a few lines of it are enough, and much cheaper.
  Error.stackTraceLimit = 5
  yieldToMainThread()

  const config: HostConfig = workerData
  const { createHostRuntime } = await import('./host-runtime.ts')
  const post = (message: FromHost) => port.postMessage(message)
  const runtime = createHostRuntime({ config, openKeys, post })

  // Baileys leaves promises of its event handlers alone. None of them is worth all the devices here.
  process.on('unhandledRejection', (error) => {
    runtime.logError(null, 'a promise was rejected and not handled', error)
  })
  port.on('message', (message: ToHost) => runtime.handle(message))
  post({ type: 'ready' })
}
