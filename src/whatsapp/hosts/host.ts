import { parentPort, workerData } from 'node:worker_threads'
import { installFastCurve } from '../keys/fast-curve.ts'
import type { FromHost, HostConfig, ToHost } from './host-protocol.ts'
import { silenceConsole } from './quiet-console.ts'
import { yieldToMainThread } from './thread-priority.ts'

/** The thread that owns WhatsApp connections. Both calls must come before Baileys is loaded. */
silenceConsole()
installFastCurve()
// Baileys notes a stack for every query; a few lines of it are enough, and much cheaper.
Error.stackTraceLimit = 5

yieldToMainThread()

const port = parentPort
if (!port) throw new Error('a WhatsApp host runs as a worker thread only')

const config: HostConfig = workerData
const { createHostRuntime } = await import('./host-runtime.ts')
const post = (message: FromHost) => port.postMessage(message)
const runtime = createHostRuntime(config, post)

// Baileys leaves promises of its event handlers alone. None of them is worth all the devices here.
process.on('unhandledRejection', (error) => {
  runtime.logError(null, 'a promise was rejected and not handled', error)
})
port.on('message', (message: ToHost) => runtime.handle(message))
post({ type: 'ready' })
