import { type Clock, toIso } from './clock.ts'
import { createLaterWork } from './later-work.ts'
import type { Change, OwnedStore, Page, PageQuery } from './store.ts'

/**
 * How long a removed record can be brought back: longer than screens offer it, for people who take
 * their time over the button, and for slow connections.
 */
export const REMOVED_KEPT_MS = 2 * 60_000

export type Removable = {
  readonly id: string
  /** When it was removed; null or left out: it was not. */
  readonly removedAt?: string | null
}

/** Records of which the removed ones can be brought back for a while. */
export type Bin<Kept extends Removable> = OwnedStore<Kept> & {
  /** Brings a removed record back as it was; `undefined` where there is none, or no more. */
  restore(userId: string, id: string): Promise<Kept | undefined>
  /** The user's removed records that can still be brought back. */
  removed(userId: string): Promise<readonly Kept[]>
  /** Calls `take` with each record that can no longer be brought back, once it is off the disk. */
  whenGone(take: (userId: string, record: Kept) => Promise<void>): void
  /** All records, the removed ones among them: for code that keeps what a restored record needs. */
  readonly whole: OwnedStore<Kept>
  /** Deletes nothing more; resolves when deletions that are under way are on the disk. */
  close(): Promise<void>
}

/**
 * Keeps removed records for a while, hidden from all other calls. A removal and a return are one
 * write each, so that a crash finds the record either removed or there.
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
  /** By user: the ids of records that may be removed. */
  const bins = new Map<string, Set<string>>()
  /** Of each list as the store returns it, the records that are not removed. */
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
    // After a start the full time begins anew: nobody could bring the record back meanwhile, and
    // the handler of `whenGone` is only set after the start.
    ends.later(REMOVED_KEPT_MS, () =>
      forget(userId, id, removedAt).catch((error) => onFault(error, id)),
    )
  }

  /** Deletes a record, unless it was brought back since, even if it was then removed anew. */
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
