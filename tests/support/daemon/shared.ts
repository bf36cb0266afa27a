import { setImmediate } from 'node:timers/promises'
import { shared } from '../started-once.ts'
import { type Daemon, type DaemonOptions, startDaemon } from './daemon.ts'
import { searchLog } from './log-secrets.ts'
import { aStand, type Stand, type StandOptions } from './stand.ts'

/**
 * One daemon for all tests of a file, or of a `describe`: starting one and loading its WhatsApp
 * client takes longer than most tests. Each test has an account and a device of its own there.
 */

export function sharedDaemon(options: DaemonOptions = {}): () => Daemon {
  return shared(() => startDaemon(options))
}

export function sharedStand(name: string, options: StandOptions = {}): () => Stand {
  return shared(() => aStand(name, options))
}

/** A daemon at which other tests have accounts too, so no test ends it. */
export type Resident = Omit<Daemon, 'stop' | 'kill' | 'restart' | 'restartInPlace' | 'close'>

/** Options that can be compared as text, for the key of the daemon. */
type ResidentOptions = Pick<DaemonOptions, 'flags' | 'env' | 'storage'>

/**
 * The daemon of this worker with these options, for one file after another: it ends with the
 * process. A test has an account and phones of its own there, relies on no id, and takes back its
 * settings of the simulator.
 */
export function residentDaemon(options: ResidentOptions = {}): () => Resident {
  const key = JSON.stringify([options.flags, options.env, options.storage])
  const start = async () => ({ daemon: await startDaemon({ ...options, isResident: true }) })
  const kept = resident(() => living(daemons, key, start))
  return () => kept().daemon
}

/** A stand that other tests use too: a test that ends its daemon starts it again. */
export type ResidentStand = Omit<Stand, 'close'>

/**
 * The same with a simulator in this process, which each file gets reset but for earlier accounts.
 */
export function residentStand(): () => ResidentStand {
  return resident(async () => {
    const stand = await living(stands, '', () => aStand('resident', { isResident: true }))
    await stand.control.reset()
    return stand
  })
}

/** A daemon that outlives the file; its log is searched when the file ends. */
function resident<Kept extends { readonly daemon: Resident }>(
  take: () => Promise<Kept>,
): () => Kept {
  return shared(async () => {
    const kept = await take()
    return { ...kept, close: () => searchSince(kept.daemon) }
  })
}

const daemons = new Map<string, Promise<{ readonly daemon: Daemon }>>()
const stands = new Map<string, Promise<Stand>>()

/** Returns what was started under this key, or starts it anew where its daemon has ended. */
async function living<Kept extends { readonly daemon: Daemon }>(
  started: Map<string, Promise<Kept>>,
  key: string,
  start: () => Promise<Kept>,
): Promise<Kept> {
  const there = await started.get(key)?.catch(() => undefined)
  if (there && !there.daemon.hasEnded()) return there
  const starting = start()
  started.set(key, starting)
  return starting
}

/** By the address of a resident, how much of its log has been searched. */
const searchedLengths = new Map<string, number>()

/**
 * Searches the log since the last file: other daemons do so at their end, residents end only after
 * the last file.
 */
async function searchSince(daemon: Resident): Promise<void> {
  const url = daemon.url()
  // Everything written before this answer has arrived by then.
  await fetch(`${url}/health`)
  await setImmediate()
  const { stderr } = daemon.output()
  const from = searchedLengths.get(url) ?? 0
  const to = stderr.lastIndexOf('\n') + 1
  searchedLengths.set(url, to)
  searchLog(url, stderr.slice(from, to))
}

let phoneCount = 0

/** A phone for a test's own device, which no other test uses. */
export function ownPhone(): string {
  phoneCount += 1
  return `55619${87_000_000 + phoneCount}`
}
