import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shared } from '../started-once.ts'
import { anApp } from './app.ts'
import type { ServiceOptions } from './services.ts'

export type SharedApp = Awaited<ReturnType<typeof anApp>>

/**
 * One app for every test of a block, since making one takes longer than calling it. Only for tests
 * that see nothing but their own user's data.
 */
export function sharedApp(options: ServiceOptions = {}): () => SharedApp {
  return shared(async () => {
    const ends: (() => unknown)[] = []
    const dir = await mkdtemp(join(tmpdir(), 'disparo-'))
    const made = await anApp({ ...options, dir, atEnd: (close) => ends.unshift(close) })
    const close = async () => {
      for (const end of ends) await end()
      await rm(dir, { recursive: true, force: true })
    }
    return { ...made, register: fromManyAddresses(made.register), close }
  })
}

/** Registers each user from another address: so many from one would count as an attack. */
function fromManyAddresses(register: SharedApp['register']): SharedApp['register'] {
  let last = 0
  return (name) => {
    last += 1
    return register(name, `198.51.${Math.floor(last / 256)}.${last % 256}`)
  }
}
