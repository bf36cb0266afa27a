import fs, { mkdirSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { dirname, join } from 'node:path'
import { threadId } from 'node:worker_threads'

/**
 * Loaded before the daemon: counts every fsync and fdatasync of each thread, and leaves the count
 * beside the data folder when the thread ends.
 */

let count = 0

function counted<Original extends object>(holder: Original, name: keyof Original): void {
  const original = holder[name]
  if (typeof original !== 'function') return
  Object.defineProperty(holder, name, {
    configurable: true,
    writable: true,
    value(this: unknown, ...args: unknown[]) {
      count += 1
      return Reflect.apply(original, this, args)
    },
  })
}

counted(fs, 'fsync')
counted(fs, 'fdatasync')
counted(fs, 'fsyncSync')
counted(fs, 'fdatasyncSync')
const probe = await open('/dev/null')
const handlePrototype: { sync: unknown; datasync: unknown } = Object.getPrototypeOf(probe)
counted(handlePrototype, 'sync')
counted(handlePrototype, 'datasync')
await probe.close()
syncBuiltinESMExports()

const dataDir = process.argv[process.argv.indexOf('--data-dir') + 1] ?? ''
const folder = join(dirname(dataDir), 'syncs')

process.on('exit', () => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, String(threadId)), String(count))
})
