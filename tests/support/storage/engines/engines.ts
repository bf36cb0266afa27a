import { OptOut } from '../../../../src/contract/optouts/opt-out.ts'
import { withBin } from '../../../../src/domain/bin.ts'
import type { OptOutRecord } from '../../../../src/domain/optouts/opt-outs.ts'
import type { KeyedStore, OwnedStore } from '../../../../src/domain/store.ts'
import { openCollection } from '../../../../src/storage/collections/collection.ts'
import { withKeys } from '../../../../src/storage/collections/keyed-store.ts'
import { openOptOuts } from '../../../../src/storage/optouts/opt-outs.ts'
import { openBinRecords } from '../../../../src/storage-postgres/bin-records.ts'
import { openKeyedRecords } from '../../../../src/storage-postgres/keyed-records.ts'
import { openRecords } from '../../../../src/storage-postgres/records.ts'
import { createFakeClock } from '../../domain/fake-clock.ts'
import { createMemoryStore } from '../memory/memory-store.ts'
import { closeBoth, openTestDatabase } from '../postgres.ts'

export type Kept = OptOutRecord

/** Opens a store over the data of an earlier one in the same folder. */
export type OpenStore = (
  dir: string,
) => Promise<{ readonly store: OwnedStore<Kept>; readonly close: () => Promise<unknown> }>

const schema = OptOut.extend({
  id: OptOut.shape.name,
  removedAt: OptOut.shape.createdAt.nullable().exactOptional(),
})
const memories = new Map<string, OwnedStore<Kept>>()
const done = async () => undefined

/** Every implementation of `OwnedStore`, by what it is called in the titles of tests. */
export const engines: Readonly<Record<string, OpenStore>> = {
  memory: async (dir) => {
    const store = memories.get(dir) ?? createMemoryStore<Kept>()
    memories.set(dir, store)
    return { store, close: done }
  },
  files: async (dir) => ({
    store: await openCollection<Kept>({ dir, name: 'things', schema }),
    close: done,
  }),
  'a log': async (dir) => {
    const { close, ...store } = await openOptOuts({ dir })
    return { store, close }
  },
  'files with a bin': async (dir) => {
    const store = await openCollection<Kept>({ dir, name: 'things', schema })
    const clock = createFakeClock()
    const bin = await withBin(store, { clock, onFault: fail })
    return { store: bin, close: bin.close }
  },
  PostgreSQL: async (dir) => {
    const db = await openTestDatabase(dir)
    return { store: openRecords({ db, kind: 'things', schema }), close: () => db.destroy() }
  },
  'PostgreSQL with a bin': async (dir) => {
    const db = await openTestDatabase(dir)
    const [clock, onFault] = [createFakeClock(), fail]
    const bin = openBinRecords({ db, kind: 'things', schema, clock, onFault })
    return { store: bin, close: () => closeBoth(bin, db) }
  },
}

type PersonKey = 'phone' | 'lid'

export type OpenKeyed = (dir: string) => Promise<{
  readonly store: KeyedStore<Kept, PersonKey>
  readonly close: () => Promise<unknown>
}>

/** Every implementation of `KeyedStore`. */
export const keyedEngines: Readonly<Record<string, OpenKeyed>> = {
  ...Object.fromEntries(
    Object.entries(engines).map(([name, open]) => [name, withPersonKeys(open)]),
  ),
  PostgreSQL: async (dir) => {
    const db = await openTestDatabase(dir)
    const store = openKeyedRecords({ db, kind: 'things', schema, ...personKeys })
    return { store, close: () => db.destroy() }
  },
}

const personKeys = {
  keysOf: ({ phone, lid }: Kept) => [
    ...(phone ? [['phone', phone] as const] : []),
    ...(lid ? [['lid', lid] as const] : []),
  ],
  digest: (value: string) => `digest of ${value}`,
}

function withPersonKeys(open: OpenStore): OpenKeyed {
  return async (dir) => {
    const { store, close } = await open(dir)
    return { store: await withKeys<Kept, PersonKey>(store, personKeys), close }
  }
}

function fail(error: unknown): never {
  throw error
}
