import { type MessagePort, parentPort, type Transferable, workerData } from 'node:worker_threads'
import type { OpenKeys } from '../../domain/devices/device-keys.ts'
import { installFastCurve } from '../keys/fast-curve.ts'
import { installSharedStorage } from '../keys/shared-storage.ts'
import type { FromHost, HostConfig, ToHost } from './host-protocol.ts'
import { silenceConsole } from './quiet-console.ts'
import { yieldToMainThread } from './thread-priority.ts'

type Beginning = { readonly port: MessagePort | null; readonly config: HostConfig }

/** Makes this thread a host of WhatsApp connections; `openKeys` opens their keys. */
export async function runHost(
  openKeys: OpenKeys,
  { port, config }: Beginning = { port: parentPort, config: workerData },
): Promise<void> {
  if (!port) throw new Error('a WhatsApp host runs as a worker thread only')
  // All must run before Baileys is loaded, so callers of this must not import it either.
  silenceConsole()
  installFastCurve()
  installSharedStorage()
  // Baileys writes out four stacks for every query, and none ever leaves this thread.
  Error.stackTraceLimit = 0
  yieldToMainThread()

  const { createHostRuntime } = await import('./host-runtime.ts')
  const post = (message: FromHost) => port.postMessage(message, handedOver(message))
  const keys = await openKeys(config.keyPlace)
  const runtime = createHostRuntime({ config, keys, post })

  // Baileys leaves rejections of its event handlers unhandled. None is worth ending all devices
  // here.
  process.on('unhandledRejection', (error) => {
    runtime.logError(null, 'a promise was rejected and not handled', error)
  })
  port.on('message', (message: ToHost) => runtime.handle(message))
  post({ type: 'ready' })
}

/** Transfers the buffer of a downloaded file, so that it is not copied. */
function handedOver(message: FromHost): Transferable[] {
  if (message.type !== 'downloaded' || !('bytes' in message.download)) return []
  const { buffer } = message.download.bytes
  return buffer instanceof ArrayBuffer ? [buffer] : []
}
