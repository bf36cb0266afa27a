import { parentPort, workerData } from 'node:worker_threads'

/**
 * Posts its message when Bree starts it: that a campaign's time has come, or that it is time to
 * look for due campaigns.
 */
parentPort?.postMessage(workerData.reminder)
