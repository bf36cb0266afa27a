import type { Config } from '../config.ts'
import { type Daemon, type DaemonOptions, startStandalone } from './standalone.ts'

/**
 * Starts the program: alone with its data folder, or as one of the nodes that share a database.
 * @throws DataDirError, NewerFormatError, ListenError, AppError `storage_unavailable`
 */
export async function startDaemon(config: Config, options: DaemonOptions): Promise<Daemon> {
  const { cluster } = config
  if (!cluster) return startStandalone(config, options)
  // What speaks to a database takes time to load.
  const { startNode } = await import('./cluster/node.ts')
  return startNode(config, cluster, options)
}
