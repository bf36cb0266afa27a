import { createSerial } from '../../domain/serial.ts'
import {
  type Change,
  type KeyedStore,
  type KeysOf,
  type Owned,
  type OwnedStore,
  TakenError,
} from '../../domain/store.ts'

type Holder = { readonly userId: string; readonly ids: Set<string> }

/**
 * Finds records by some of their values, in memory. A value is taken before its record is written,
 * and free again once the record without it is on the disk.
 */
export async function withKeys<Record extends { readonly id: string }, Key extends string>(
  store: OwnedStore<Record>,
  {
    keysOf,
    digest,
  }: {
    readonly keysOf: KeysOf<Record, Key>
    /** One-way: response times reveal nothing about a value that is looked up. */
    readonly digest: (value: string) => string
  },
): Promise<KeyedStore<Record, Key>> {
  const holders = new Map<string, Map<string, Holder>>()
  /** Changes of one record run one at a time: each takes values and gives them back by itself. */
  const inTurn = createSerial()

  for (const { userId, record } of (await store.listAll()).toReversed()) {
    // An older version let two owners have one value: the first one keeps it.
    for (const [key, value] of namesOf(record)) {
      if (!isTaken(userId, key, value)) take({ userId, id: record.id, names: [[key, value]] })
    }
  }

  const { find, list, size, page, listAll } = store
  return { find, list, size, page, listAll, create, createFirst, update, remove, findBy, count }

  async function findBy(key: Key, value: string): Promise<readonly Owned<Record>[]> {
    const name = digest(value)
    const { userId, ids } = holders.get(key)?.get(name) ?? nobody
    const records = await Promise.all([...ids].map((id) => store.find(userId, id)))
    return records.flatMap((record) => (record ? { userId, record } : []))
  }

  async function count(key: Key): Promise<number> {
    return countNow(key)
  }

  function countNow(key: Key): number {
    return holders.get(key)?.size ?? 0
  }

  function create(userId: string, record: Record): Promise<boolean> {
    return inTurn(keyOf(userId, record.id), () => createNow(userId, record))
  }

  function createFirst(userId: string, record: Record, key: Key): Promise<boolean> {
    return inTurn(keyOf(userId, record.id), async () =>
      countNow(key) > 0 ? false : createNow(userId, record),
    )
  }

  async function createNow(userId: string, record: Record): Promise<boolean> {
    const taken = claim({ userId, id: record.id, names: namesOf(record) })
    let isNew = false
    try {
      isNew = await store.create(userId, record)
      return isNew
    } finally {
      if (!isNew) giveBack(taken)
    }
  }

  function update(userId: string, id: string, change: Change<Record>): Promise<Record | undefined> {
    return inTurn(keyOf(userId, id), async () => {
      let taken = nothing
      let left = nothing
      try {
        const stands = await store.update(userId, id, (present) => {
          giveBack(taken)
          taken = nothing
          left = nothing
          const next = change(present)
          if (!next) return undefined
          const [before, after] = [namesOf(present), namesOf(next)]
          taken = claim({ userId, id, names: without(after, before) })
          left = { userId, id, names: without(before, after) }
          return next
        })
        giveBack(left)
        return stands
      } catch (error) {
        giveBack(taken)
        throw error
      }
    })
  }

  function remove(...given: Parameters<typeof store.remove>): Promise<Record | undefined> {
    const [userId, id] = given
    return inTurn(keyOf(userId, id), async () => {
      const removed = await store.remove(...given)
      if (removed) giveBack({ userId, id, names: namesOf(removed) })
      return removed
    })
  }

  /**
   * Takes the record's values.
   * @returns those that it did not have before
   * @throws TakenError, and takes nothing then
   */
  function claim({ userId, id, names }: Names): Names {
    for (const [key, name] of names) if (isTaken(userId, key, name)) throw new TakenError(key)
    const fresh = names.filter(([key, name]) => !holders.get(key)?.get(name)?.ids.has(id))
    take({ userId, id, names: fresh })
    return { userId, id, names: fresh }
  }

  function isTaken(userId: string, key: string, name: string): boolean {
    const holder = holders.get(key)?.get(name)
    return holder !== undefined && holder.userId !== userId
  }

  function take({ userId, id, names }: Names): void {
    for (const [key, name] of names) {
      const known = holders.get(key) ?? new Map<string, Holder>()
      holders.set(key, known)
      const holder = known.get(name) ?? { userId, ids: new Set() }
      known.set(name, holder)
      holder.ids.add(id)
    }
  }

  function giveBack({ userId, id, names }: Names): void {
    for (const [key, name] of names) {
      const holder = holders.get(key)?.get(name)
      if (holder?.userId !== userId) continue
      holder.ids.delete(id)
      if (holder.ids.size === 0) holders.get(key)?.delete(name)
    }
  }

  function namesOf(record: Record): readonly (readonly [Key, string])[] {
    return keysOf(record).map(([key, value]) => [key, digest(value)])
  }
}

/** Digests of a record's values, each with its key. */
type Names = {
  readonly userId: string
  readonly id: string
  readonly names: readonly (readonly [string, string])[]
}

function without(names: Names['names'], others: Names['names']): Names['names'] {
  return names.filter(([key, name]) => !others.some(([k, n]) => k === key && n === name))
}

const nothing: Names = { userId: '', id: '', names: [] }
const nobody: Holder = { userId: '', ids: new Set() }

function keyOf(userId: string, id: string): string {
  return JSON.stringify([userId, id])
}
