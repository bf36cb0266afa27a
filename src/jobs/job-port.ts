import { parentPort } from 'node:worker_threads'
import type { Due } from './hours.ts'
import type { Slot } from './pacing.ts'

/** What a job's worker shares with the scheduler. */

if (!parentPort) throw new Error('a job runs in a worker thread')
const port = parentPort

export function post(message: Due | Slot): void {
  port.postMessage(message)
}

/** Hands on the scheduler's commands until it cancels the job. */
export function onCommand<Command>(handle: (command: Command) => void): void {
  port.on('message', (message: Command | 'cancel') => {
    // Closing the port ends the worker by itself; an answer to "cancel" would make it end with an
    // error.
    if (message === 'cancel') port.close()
    else handle(message)
  })
}

/** Runs work after a while; the open port alone keeps the worker alive. */
export function after(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms)
  timer.unref()
  return () => clearTimeout(timer)
}
