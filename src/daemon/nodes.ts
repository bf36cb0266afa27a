import type { KnownNode } from '../domain/cluster/lease-store.ts'
import { openDatabase } from '../storage-postgres/database.ts'
import { type ListedHome, listHomes } from '../storage-postgres/homes-listing.ts'
import { openLeases } from '../storage-postgres/leases.ts'
import { inspectDatabase } from '../storage-postgres/transfer/target.ts'
import { TransferError } from './transfer/transfer-error.ts'

export type Cluster = {
  readonly nodes: readonly KnownNode[]
  readonly homes: readonly ListedHome[]
}

/**
 * Who uses a database, and which account is at home at which node.
 * @throws TransferError for a database that is not the program's; AppError `storage_unavailable`
 */
export async function readCluster(url: string): Promise<Cluster> {
  const state = await inspectDatabase(url)
  if (state !== 'current') throw new TransferError(`database_${state}`)
  const db = await openDatabase({ url, onFault: () => undefined })
  try {
    return { nodes: await openLeases(db).nodes(), homes: await listHomes(db) }
  } finally {
    await db.destroy()
  }
}
