import { renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

/**
 * Loaded by the daemon before the program: writes to a file beside the data folder how much of the
 * main thread's heap was in use after its last full collection, and how many resources keep its
 * loop alive.
 */

const EVERY_MS = 5_000
const dataDir = process.argv[process.argv.indexOf('--data-dir') + 1] ?? ''
const path = join(dirname(dataDir), 'watch.json')
let heapBytes = 0

if (isMainThread) {
  new PerformanceObserver((list) => {
    if (list.getEntries().some(isFull)) heapBytes = process.memoryUsage().heapUsed
  }).observe({ entryTypes: ['gc'] })
  setInterval(() => {
    const resourceCount = process.getActiveResourcesInfo().length
    // Renamed into place, so that a reader finds the whole file.
    writeFileSync(`${path}.new`, JSON.stringify({ heapBytes, resourceCount }))
    renameSync(`${path}.new`, path)
  }, EVERY_MS).unref()
}

function isFull(entry: PerformanceEntry): boolean {
  const { detail }: { detail?: { kind?: number } } = Object(entry)
  return detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR
}
