import { parentPort, workerData } from 'node:worker_threads'

/**
 * Says what it was told to say, at the moment Bree starts it: that a campaign's hour has come, or
 * that it is time to look for what is due.
 */
parentPort?.postMessage(workerData.reminder)
