import { parentPort } from 'node:worker_threads'
import { createHours, type Due, type HoursCommand } from './hours.ts'

/** The job that keeps the hours of all scheduled campaigns, and tells each as it comes. */

if (!parentPort) throw new Error('the job of hours runs in a worker thread')
const port = parentPort

const hours = createHours({
  now: Date.now,
  after: (ms, work) => {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
  tellDue: (campaignId, atMs) => port.postMessage({ type: 'due', campaignId, atMs } satisfies Due),
})

port.on('message', (message: HoursCommand | 'cancel') => {
  if (message !== 'cancel') return hours.handle(message)
  // Closing the port ends the worker by itself; an answer to "cancel" would make it end with an error.
  hours.close()
  port.close()
})
