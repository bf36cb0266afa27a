import type { Page, PageQuery } from '../../domain/store.ts'
import type { Shard } from './shard.ts'
import type { Entry } from './shard-file.ts'

/** A record, and the file it is in. */
export type Place<Record> = { readonly entry: Entry<Record>; readonly shard: Shard<Record> }

/**
 * One user's records, by id and in their order. Neither a change nor a listing sorts the others
 * again: a new record goes last, and an old one is found by binary search.
 */
export function createOwnRecords<Record extends { readonly id: string }>() {
  const byId = new Map<string, Place<Record>>()
  const oldestFirst: Entry<Record>[] = []
  let newest: readonly Record[] | null = null

  return {
    count: () => byId.size,
    find: (id: string) => byId.get(id),
    all: () => byId.values(),
    newestFirst,
    page,
    put,
    remove,
  }

  /** The same array until something changes. */
  function newestFirst(): readonly Record[] {
    newest ??= oldestFirst.map(({ record }) => record).reverse()
    return newest
  }

  function page({ before, limit }: PageQuery): Page<Record> {
    const end = before === null ? oldestFirst.length : placeOf(Number(before))
    const entries = oldestFirst.slice(Math.max(0, end - limit), end).reverse()
    const last = entries.at(-1)
    return {
      records: entries.map(({ record }) => record),
      next: last && end > limit ? String(last.order) : null,
    }
  }

  /** Adds a record, or takes the place of the one with the same id. */
  function put(place: Place<Record>): void {
    const { entry } = place
    const known = byId.get(entry.record.id)
    if (known && known.entry.order !== entry.order) remove(entry.record.id)
    const at = placeOf(entry.order)
    oldestFirst.splice(at, oldestFirst[at]?.order === entry.order ? 1 : 0, entry)
    byId.set(entry.record.id, place)
    newest = null
  }

  function remove(id: string): void {
    const place = byId.get(id)
    if (!place) return
    oldestFirst.splice(placeOf(place.entry.order), 1)
    byId.delete(id)
    newest = null
  }

  /** Position at which an entry of this order is, or would be inserted. */
  function placeOf(order: number): number {
    let low = 0
    let high = oldestFirst.length
    while (low < high) {
      // Tries the last position first, since most entries are new.
      const middle = high === oldestFirst.length ? high - 1 : (low + high) >>> 1
      if ((oldestFirst[middle]?.order ?? 0) < order) low = middle + 1
      else high = middle
    }
    return low
  }
}
