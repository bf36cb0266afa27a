import type { Worker } from 'node:worker_threads'
import { afterEach, beforeEach } from 'vitest'

/** Workers are loaded from the build: Node runs no TypeScript in a thread. */
export const jobsUrl = new URL('../../dist/program/', import.meta.url)

/** Knows the workers that run during each test of a file, and stops what a test has started. */
export function watchWorkers() {
  const stopping: (() => Promise<void>)[] = []
  const workers = new Set<Worker>()
  const noteWorker = (worker: Worker) => {
    workers.add(worker)
    worker.once('exit', () => workers.delete(worker))
  }
  beforeEach(() => {
    process.on('worker', noteWorker)
  })
  afterEach(async () => {
    for (const stop of stopping.splice(0)) await stop()
    process.off('worker', noteWorker)
  })
  return { workers, stopping }
}
