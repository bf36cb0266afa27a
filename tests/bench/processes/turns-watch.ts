import { writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'
import { watchOwnTime } from '../own-time.ts'

/**
 * Read by the daemon before the program: each signal begins or ends a look at its loop, which is
 * told in a file.
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
