import { parentPort, workerData } from 'node:worker_threads'

/**
 * Posts its message when Bree starts it: that it is time to look for due campaigns, or to clean.
 */
parentPort?.postMessage(workerData.reminder)
