import { parentPort } from 'node:worker_threads'
import { createPacing, type PacingCommand, type Slot } from './pacing.ts'

/**
 * The pacing job of one device: grants each of its campaigns its slots, in messages to the main
 * thread.
 */

if (!parentPort) throw new Error('the pacing job runs in a worker thread')
const port = parentPort

const pacing = createPacing({
  now: Date.now,
  monotonicMs: () => performance.now(),
  random: Math.random,
  after: (ms, work) => {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
  grantSlot: (campaignId) =>
    port.postMessage({ type: 'slot', campaignId, atMs: Date.now() } satisfies Slot),
})

port.on('message', (message: PacingCommand | 'cancel') => {
  if (message !== 'cancel') return pacing.handle(message)
  // Closing the port ends the worker by itself; an answer to "cancel" would make it end with an error.
  pacing.close()
  port.close()
})
