import { randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { readConfig } from '../../../src/config.ts'
import { openPostgresNode } from '../../../src/daemon/storage/postgres-node.ts'
import { openAccountStorage, openStorage } from '../../../src/daemon/storage/storage.ts'
import { openLeases } from '../../../src/storage-postgres/leases.ts'
import { aDataFolder } from './data-folder.ts'
import { aHolder } from './engines/lease-engines.ts'
import { databaseUrlOf, openTestDatabase } from './postgres.ts'

const silent = () => undefined
const log = { debug: silent, info: silent, warn: silent, error: silent }

/**
 * A node over the database of a folder, until the test is over.
 * @param url the database address, where the test has its own
 */
export async function aNodeOver(
  databaseDir: string,
  { dataDir, url: way }: { readonly dataDir?: string; readonly url?: string } = {},
) {
  const nodeId = randomUUID()
  const url = way ?? (await databaseUrlOf(databaseDir))
  const config = readConfig({}, { dataDir: dataDir ?? (await aDataFolder()) })
  const node = await openPostgresNode(config, log, { url, nodeId })
  const front = await openStorage(config, log, async () => node.front)
  const db = await openTestDatabase(databaseDir)
  const take = await aHolder(db, nodeId)
  let isOpen = true
  const close = async () => {
    if (!isOpen) return
    isOpen = false
    await db.destroy()
    await front.close()
  }
  onTestFinished(close)

  return {
    nodeId,
    front,
    database: node,
    db,
    take,
    driverOf,
    accountOf,
    leave: () => openLeases(db).leave(nodeId),
    close,
  }

  /** Makes the node hold the account. */
  async function driverOf(userId: string) {
    return node.account(await take(userId))
  }

  async function accountOf(userId: string) {
    return openAccountStorage(await driverOf(userId), { shared: front, log })
  }
}
