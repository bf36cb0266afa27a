import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { createControlClient } from './control/control-client.ts'
import type { Simulator, SimulatorOptions } from './simulator.ts'

const Addresses = z.object({
  whatsappUrl: z.string(),
  rootKeyHex: z.string(),
  mediaCaPem: z.string(),
  mediaCaPath: z.string().optional(),
  controlUrl: z.string(),
})

/** How long a closing thread may take before it is ended. */
const closeGraceMs = 2000

/**
 * Starts the simulator in a worker thread, so that its work never blocks this one. `failed` is
 * called when the thread dies later; without it that ends the process, as any other error would.
 */
export async function startSimulatorThread(
  options: Omit<SimulatorOptions, 'exists'> = {},
  failed: (error: Error) => void = rethrow,
): Promise<Simulator> {
  // Node cannot run TypeScript in a worker: from the sources, the built one is started.
  const isSource = import.meta.url.endsWith('.ts')
  const path = isSource ? '../../dist/program/worker.js' : './worker.js'
  const worker = new Worker(new URL(path, import.meta.url), { workerData: options })
  // `once` rejects when the worker fails before it is ready.
  const { mediaCaPath, ...addresses } = Addresses.parse((await once(worker, 'message'))[0])
  worker.on('error', failed)
  const exited = new Promise((resolve) => worker.once('exit', resolve))
  return {
    ...addresses,
    mediaCaPath,
    control: createControlClient(addresses.controlUrl),
    close,
  }

  async function close(): Promise<void> {
    const timer = setTimeout(() => void worker.terminate(), closeGraceMs)
    worker.postMessage('close')
    await exited
    clearTimeout(timer)
  }
}

function rethrow(error: Error): never {
  throw error
}
