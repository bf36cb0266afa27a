import type { Fence } from '../../../src/domain/cluster/lease-store.ts'
import type { DeviceKeys } from '../../../src/domain/devices/device-keys.ts'
import type { DeviceKey } from '../../../src/domain/messenger.ts'
import { openDeviceKeys } from '../../../src/storage/keys/device-keys.ts'
import { readSpooledEvent as readEvent } from '../../../src/storage/keys/spooled-event.ts'
import type { Database } from '../../../src/storage-postgres/database.ts'
import { openDeviceKeys as openInPostgres } from '../../../src/storage-postgres/keys/device-keys.ts'
import { openLeases } from '../../../src/storage-postgres/leases.ts'
import { openTestDatabase } from './postgres.ts'

/** Opens the keys that an earlier one left in the same folder. */
export type OpenKeyEngine = (dir: string) => Promise<{
  readonly keysOf: (key: DeviceKey) => DeviceKeys
  readonly close: () => Promise<unknown>
}>

/** Every implementation of `DeviceKeys`. */
export const keyEngines = {
  files: async (dir) => ({ keysOf: openDeviceKeys(dir), close: async () => undefined }),
  PostgreSQL: async (dir) => {
    const db = await openTestDatabase(dir)
    const fence = await aFence(db)
    const keysOf = openInPostgres({ db, readEvent })
    return { keysOf: (key) => keysOf(key, () => fence), close: () => db.destroy() }
  },
} as const satisfies Readonly<Record<string, OpenKeyEngine>>

const LONG_MS = 10 * 60_000

/** A node's lease of an account, which only the node itself can have again. */
export async function aFence(db: Database, userId = 'ana', nodeId = 'node'): Promise<Fence> {
  const epoch = await openLeases(db).take(userId, { nodeId, leaseMs: LONG_MS })
  if (epoch === undefined) throw new Error('another node has it')
  return { userId, nodeId, epoch }
}
