import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { type AccountParts, createDaemonAccounts } from './accounts.ts'
import { openStorage, type Storage } from './storage/storage.ts'

/**
 * Sets an account's password, from a command on the same machine: in the data folder of a daemon that
 * has stopped, or in the database of nodes, which may go on.
 * @throws DataDirError `locked` while a daemon runs; AppError for an unknown e-mail or a bad
 * password, `storage_unavailable`
 */
export async function resetPassword(
  config: Config,
  {
    email,
    password,
    log,
  }: { readonly email: string; readonly password: string; readonly log: Logger },
): Promise<void> {
  const { cluster } = config
  const storage = await (cluster ? openBeside(cluster, config, log) : openStorage(config, log))
  try {
    const accounts = await createDaemonAccounts(config, storage)
    await accounts.resetPassword(email, password)
  } finally {
    await storage.close()
  }
}

/**
 * Opens the database beside running nodes, not the data folder, which a node here has for itself.
 */
async function openBeside(
  { databaseUrl: url }: NonNullable<Config['cluster']>,
  config: Config,
  log: Logger,
): Promise<AccountParts & Pick<Storage, 'close'>> {
  const { openPostgresNode } = await import('./storage/postgres-node.ts')
  const dataDir = await mkdtemp(join(tmpdir(), 'disparo-'))
  const removeFolder = () => rm(dataDir, { recursive: true, force: true })
  try {
    const beside = { ...config, dataDir }
    const { front } = await openPostgresNode(beside, log, { url, nodeId: randomUUID() })
    const storage = await openStorage(beside, log, async () => front)
    return { ...storage, close: () => storage.close().finally(removeFolder) }
  } catch (error) {
    await removeFolder()
    throw error
  }
}
