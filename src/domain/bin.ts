import { type Clock, toIso } from './clock.ts'
import { createSerial } from './serial.ts'
import type { OwnedStore } from './store.ts'

/**
 * How long what was removed can be brought back: longer than screens offer it, for those who take
 * their time over the button, and for slow connections.
 */
export const REMOVED_KEPT_MS = 2 * 60_000

export type Removable = {
  readonly id: string
  /** When it was removed; without a time it is there. */
  readonly removedAt?: string | null
}

/** Records of which the removed ones can be brought back for a while. */
export type Bin<Kept extends Removable> = OwnedStore<Kept> & {
  /** Brings a removed record back as it was; `undefined` where there is none, or no more. */
  restore(userId: string, id: string): Promise<Kept | undefined>
  /** What of a user's can still be brought back. */
  removed(userId: string): Promise<readonly Kept[]>
  /** Calls `take` with each record that can no longer be brought back, once it is off the disk. */
  whenGone(take: (userId: string, record: Kept) => Promise<void>): void
  /** The removed records among the others, for those who look after what records need. */
  readonly whole: OwnedStore<Kept>
}

/**
 * Keeps removed records for a while, out of everybody's sight. A removal and a return are one write
 * each, so that a crash finds the record removed or there.
 */
export async function withBin<Kept extends Removable>(
  store: OwnedStore<Kept>,
  {
    clock,
    onFault,
  }: {
    readonly clock: Clock
    readonly onFault: (error: unknown, id: string) => void
  },
): Promise<Bin<Kept>> {
  /** By user: the removed ones' ids. */
  const bins = new Map<string, Set<string>>()
  /** A list without its removed records, as long as it is the same. */
  const shown = new WeakMap<readonly Kept[], readonly Kept[]>()
  const serially = createSerial()
  let tellGone: Parameters<Bin<Kept>['whenGone']>[0] = async () => undefined

  for (const { userId, record } of await store.listAll()) {
    if (isRemoved(record)) keep(userId, record)
  }

  return { find, list, listAll, save, remove, restore, removed, whenGone, whole: store }

  function whenGone(take: typeof tellGone): void {
    tellGone = take
  }

  async function find(userId: string, id: string): Promise<Kept | undefined> {
    const record = await store.find(userId, id)
    return record && !isRemoved(record) ? record : undefined
  }

  async function list(userId: string): Promise<readonly Kept[]> {
    const all = await store.list(userId)
    if (!bins.get(userId)?.size) return all
    const known = shown.get(all) ?? all.filter((record) => !isRemoved(record))
    shown.set(all, known)
    return known
  }

  async function listAll() {
    return (await store.listAll()).filter(({ record }) => !isRemoved(record))
  }

  async function save(userId: string, record: Kept): Promise<void> {
    await store.save(userId, record)
    if (!isRemoved(record)) bins.get(userId)?.delete(record.id)
  }

  function remove(userId: string, id: string): Promise<boolean> {
    return serially(keyOf(userId, id), async () => {
      const record = await find(userId, id)
      if (!record) return false
      const removed = { ...record, removedAt: toIso(clock.now()) }
      await store.save(userId, removed)
      keep(userId, removed)
      return true
    })
  }

  function restore(userId: string, id: string): Promise<Kept | undefined> {
    return serially(keyOf(userId, id), async () => {
      const record = bins.get(userId)?.has(id) ? await store.find(userId, id) : undefined
      if (!record || !isRemoved(record)) return undefined
      const restored = { ...record, removedAt: null }
      await save(userId, restored)
      return restored
    })
  }

  async function removed(userId: string): Promise<readonly Kept[]> {
    const ids = [...(bins.get(userId) ?? [])]
    const records = await Promise.all(ids.map((id) => store.find(userId, id)))
    return records.filter((record) => record !== undefined).filter(isRemoved)
  }

  function keep(userId: string, { id, removedAt }: Kept): void {
    bins.set(userId, (bins.get(userId) ?? new Set()).add(id))
    // At a start, too, from now on: nobody could bring it back meanwhile, and those who are told of
    // its end are there only then.
    clock.after(REMOVED_KEPT_MS, () => {
      forget(userId, id, removedAt).catch((error) => onFault(error, id))
    })
  }

  /** Ends this removal: one that was brought back meanwhile may have been removed anew. */
  function forget(userId: string, id: string, removedAt: Removable['removedAt']): Promise<void> {
    return serially(keyOf(userId, id), async () => {
      const record = await store.find(userId, id)
      if (!record || !isRemoved(record) || record.removedAt !== removedAt) return
      await store.remove(userId, id)
      bins.get(userId)?.delete(id)
      await tellGone(userId, record)
    })
  }
}

function isRemoved({ removedAt }: Removable): boolean {
  return typeof removedAt === 'string'
}

function keyOf(userId: string, id: string): string {
  return `${userId} ${id}`
}
