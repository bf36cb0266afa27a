import { parentPort, workerData } from 'node:worker_threads'

/** Posts its message when Bree starts it: time to look for due campaigns, or for maintenance. */
parentPort?.postMessage(workerData.reminder)
