import { shared } from '../started-once.ts'
import { type Daemon, type DaemonOptions, startDaemon } from './daemon.ts'
import { aStand, type Stand, type StandOptions } from './stand.ts'

/**
 * One daemon for all tests of a file, or of a `describe`: to start one and to load its WhatsApp
 * client takes most tests longer than what they ask of it. Each test has an account and a device of
 * its own there.
 */

export function sharedDaemon(options: DaemonOptions = {}): () => Daemon {
  return shared(() => startDaemon(options))
}

export function sharedStand(name: string, options: StandOptions = {}): () => Stand {
  return shared(() => aStand(name, options))
}
