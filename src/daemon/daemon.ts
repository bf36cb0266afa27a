import type { Config } from '../config.ts'
import { type Daemon, type DaemonOptions, startStandalone } from './standalone.ts'

/**
 * Starts the program.
 * @throws DataDirError, NewerFormatError, ListenError
 */
export function startDaemon(config: Config, options: DaemonOptions): Promise<Daemon> {
  return startStandalone(config, options)
}
