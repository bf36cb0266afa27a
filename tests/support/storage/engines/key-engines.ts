import type { DeviceKeys } from '../../../../src/domain/devices/device-keys.ts'
import type { DeviceKey } from '../../../../src/domain/messenger.ts'
import { openDeviceKeys } from '../../../../src/storage/keys/device-keys.ts'
import { openDeviceKeys as openInPostgres } from '../../../../src/storage-postgres/keys/device-keys.ts'
import { openTestDatabase } from '../postgres.ts'
import { aHolder } from './lease-engines.ts'

/** Opens keys over the data of earlier ones in the same folder. */
export type OpenKeyEngine = (dir: string) => Promise<{
  readonly keysOf: (key: DeviceKey) => DeviceKeys
  readonly close: () => Promise<unknown>
}>

/** Every implementation of `DeviceKeys`. */
export const keyEngines = {
  files: async (dir) => ({ keysOf: openDeviceKeys(dir), close: async () => undefined }),
  PostgreSQL: async (dir) => {
    const db = await openTestDatabase(dir)
    const fence = await (await aHolder(db, 'node'))('ana')
    const keysOf = openInPostgres(db)
    return { keysOf: (key) => keysOf(key, () => fence), close: () => db.destroy() }
  },
} as const satisfies Readonly<Record<string, OpenKeyEngine>>
