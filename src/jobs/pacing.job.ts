import { parentPort } from 'node:worker_threads'
import { createPacing, type DevicePacingCommand, type Slot } from './pacing.ts'

/**
 * The pacing job of all devices: grants each of their campaigns its slots, in messages to the main
 * thread.
 */

if (!parentPort) throw new Error('the pacing job runs in a worker thread')
const port = parentPort

const devices = new Map<string, ReturnType<typeof createPacing>>()

port.on('message', (message: DevicePacingCommand | 'cancel') => {
  if (message === 'cancel') {
    // Closing the port ends the worker by itself; an answer to "cancel" would make it end with an
    // error.
    for (const pacing of devices.values()) pacing.close()
    port.close()
    return
  }
  const { key, commands } = message
  const pacing = devices.get(key) ?? pacingOf(key)
  devices.set(key, pacing)
  for (const command of commands) pacing.handle(command)
  if (!pacing.isEmpty()) return
  pacing.close()
  devices.delete(key)
})

function pacingOf(key: string) {
  return createPacing({
    now: Date.now,
    monotonicMs: () => performance.now(),
    random: Math.random,
    after: (ms, work) => {
      const timer = setTimeout(work, ms)
      return () => clearTimeout(timer)
    },
    grantSlot: (campaignId) =>
      port.postMessage({ type: 'slot', key, campaignId, atMs: Date.now() } satisfies Slot),
  })
}
