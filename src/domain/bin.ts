import { type Clock, toIso } from './clock.ts'
import { createLaterWork } from './later-work.ts'
import type { Change, OwnedStore, Page, PageQuery } from './store.ts'

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
  /** Ends no removal any more; resolves when those that are ending are off the disk. */
  close(): Promise<void>
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
  /** By user: the ids of those that may be removed. */
  const bins = new Map<string, Set<string>>()
  /** A list without its removed records, as long as it is the same. */
  const shown = new WeakMap<readonly Kept[], readonly Kept[]>()
  let onGone: Parameters<Bin<Kept>['whenGone']>[0] = async () => undefined
  const ends = createLaterWork(clock)

  for (const { userId, record } of await store.listAll()) {
    if (isRemoved(record)) keep(userId, record)
  }

  return {
    ...{ find, list, size, page, listAll, create: store.create, save: store.save, update, remove },
    ...{ restore, removed, whenGone, whole: store, close: ends.close },
  }

  function whenGone(take: typeof onGone): void {
    onGone = take
  }

  async function find(userId: string, id: string): Promise<Kept | undefined> {
    return unlessRemoved(await store.find(userId, id))
  }

  async function list(userId: string): Promise<readonly Kept[]> {
    const all = await store.list(userId)
    if (!bins.get(userId)?.size) return all
    const known = shown.get(all) ?? all.filter((record) => !isRemoved(record))
    shown.set(all, known)
    return known
  }

  async function size(userId: string): Promise<number> {
    return (await store.size(userId)) - (await removed(userId)).length
  }

  async function page(userId: string, query: PageQuery): Promise<Page<Kept>> {
    const { records, next } = await store.page(userId, query)
    return { records: records.filter((record) => !isRemoved(record)), next }
  }

  async function listAll() {
    return (await store.listAll()).filter(({ record }) => !isRemoved(record))
  }

  async function update(
    userId: string,
    id: string,
    change: Change<Kept>,
  ): Promise<Kept | undefined> {
    const stands = await store.update(userId, id, (present) =>
      isRemoved(present) ? undefined : change(present),
    )
    return unlessRemoved(stands)
  }

  async function remove(
    userId: string,
    id: string,
    isMeant: (present: Kept) => boolean = () => true,
  ): Promise<Kept | undefined> {
    const removedAt = toIso(clock.now())
    const seen: { before?: Kept | undefined } = {}
    await store.update(userId, id, (present) => {
      seen.before = !isRemoved(present) && isMeant(present) ? present : undefined
      return seen.before && { ...seen.before, removedAt }
    })
    if (seen.before) keep(userId, { ...seen.before, removedAt })
    return seen.before
  }

  async function restore(userId: string, id: string): Promise<Kept | undefined> {
    let isRestored = false
    const stands = await store.update(userId, id, (present) => {
      isRestored = isRemoved(present)
      return isRestored ? { ...present, removedAt: null } : undefined
    })
    return isRestored ? stands : undefined
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
    ends.later(REMOVED_KEPT_MS, () =>
      forget(userId, id, removedAt).catch((error) => onFault(error, id)),
    )
  }

  /** Ends this removal: one that was brought back meanwhile may have been removed anew. */
  async function forget(
    userId: string,
    id: string,
    removedAt: Removable['removedAt'],
  ): Promise<void> {
    const isMeant = (present: Kept) => isRemoved(present) && present.removedAt === removedAt
    const gone = await store.remove(userId, id, isMeant)
    // A return that is still being written counts only once it is on the disk.
    const left = await (gone ? store.find(userId, id) : store.update(userId, id, asItIs))
    if (!gone && left && isMeant(left)) return forget(userId, id, removedAt)
    if (!left || !isRemoved(left)) bins.get(userId)?.delete(id)
    if (gone) await onGone(userId, gone)
  }
}

function asItIs(): undefined {
  return undefined
}

function unlessRemoved<Kept extends Removable>(record: Kept | undefined): Kept | undefined {
  return record && !isRemoved(record) ? record : undefined
}

function isRemoved({ removedAt }: Removable): boolean {
  return typeof removedAt === 'string'
}
