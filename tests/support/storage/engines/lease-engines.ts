import { clock } from '../../../../src/daemon/clock.ts'
import type { Fence, LeaseStore } from '../../../../src/domain/cluster/lease-store.ts'
import type { Database } from '../../../../src/storage-postgres/database.ts'
import { openLeases } from '../../../../src/storage-postgres/leases.ts'
import { aDataFolder } from '../data-folder.ts'
import { createMemoryLeases } from '../memory/memory-leases.ts'
import { openTestDatabase } from '../postgres.ts'

type LeaseEngine = Omit<ReturnType<typeof createMemoryLeases>, 'store'> & {
  readonly store: LeaseStore
  close(): Promise<void>
}

/** Every implementation of `LeaseStore`. */
export const leaseEngines: Readonly<Record<string, () => Promise<LeaseEngine>>> = {
  memory: async () => ({ ...createMemoryLeases(clock.now), close: async () => undefined }),
  PostgreSQL: async () => {
    const db = await openTestDatabase(await aDataFolder())
    return {
      store: openLeases(db),
      need: (userId) => addDevice(db, userId),
      needNoMore: async (userId) => {
        await db.deleteFrom('records').where('user_id', '=', userId).execute()
      },
      endTerm: (nodeId) => endTerm(db, nodeId),
      close: () => db.destroy(),
    }
  },
}

async function addDevice(db: Database, userId: string): Promise<void> {
  const record = { id: '5511987654321', version: 1, body: '{}' }
  await db
    .insertInto('records')
    .values({ kind: 'devices', user_id: userId, ...record })
    .execute()
}

/** Ends the node's term, as if it had sent no sign of life for long. */
export async function endTerm(db: Database, nodeId: string): Promise<void> {
  await db
    .updateTable('nodes')
    .set({ until: new Date(0) })
    .where('id', '=', nodeId)
    .execute()
}

/** A node that takes accounts of a database, for as long as a test may last. */
export async function aHolder(db: Database, nodeId: string) {
  const leases = openLeases(db)
  const term = await leases.enter(
    { id: nodeId, url: '', load: 0, isLeaving: false },
    { termMs: 10 * 60_000 },
  )
  return async (userId: string): Promise<Fence> => {
    const epoch = await leases.take(userId, term)
    if (epoch === undefined) throw new Error(`another node has ${userId}`)
    return { userId, nodeId, epoch }
  }
}
