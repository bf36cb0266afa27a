import { writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'
import { watchOwnTime } from '../own-time.ts'

/**
 * Loaded by the daemon before the program: each signal begins or ends a measurement of its loop,
 * whose result is written to a file.
 */

const path = process.env.TURNS_FILE ?? ''
let watch: ReturnType<typeof watchOwnTime> | undefined

if (isMainThread) {
  process.on('SIGUSR2', () => {
    const longestMs = watch?.end()
    watch = longestMs === undefined ? watchOwnTime() : undefined
    writeFileSync(path, longestMs === undefined ? 'watching' : String(longestMs))
  })
}
