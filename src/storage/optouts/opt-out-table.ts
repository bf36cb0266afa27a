import type { OptOutRecord } from '../../domain/optouts/opt-outs.ts'
import type { Page, PageQuery } from '../../domain/store.ts'

export type OptOutTable = ReturnType<typeof createOptOutTable>

type Own = {
  /** In the order they came. */
  readonly byId: Map<string, OptOutRecord>
  /** Counts up: the higher, the newer. */
  readonly orders: Map<string, number>
  /** The same array until something changes. */
  newestFirst: readonly OptOutRecord[] | null
}

/** Everybody's opt-outs in memory. */
export function createOptOutTable() {
  const users = new Map<string, Own>()
  let count = 0
  let lineCount = 0
  let lastOrder = 0

  return {
    count: () => count,
    /** Lines of the log that say nothing any more. */
    outdatedLines: () => lineCount - count,
    find: (userId: string, id: string) => users.get(userId)?.byId.get(id),
    size: (userId: string) => users.get(userId)?.byId.size ?? 0,
    newestFirst,
    page,
    all,
    put,
    drop,
  }

  function newestFirst(userId: string): readonly OptOutRecord[] {
    const own = users.get(userId)
    if (!own) return []
    own.newestFirst ??= [...own.byId.values()].reverse()
    return own.newestFirst
  }

  function page(userId: string, { before, limit }: PageQuery): Page<OptOutRecord> {
    const all = newestFirst(userId)
    const orders = users.get(userId)?.orders
    const orderOf = ({ id }: OptOutRecord) => orders?.get(id) ?? 0
    const isLeft = (record: OptOutRecord) => before === null || orderOf(record) < Number(before)
    const from = all.findIndex(isLeft)
    const records = from < 0 ? [] : all.slice(from, from + limit)
    const last = records.at(-1)
    return { records, next: last && all.at(-1) !== last ? String(orderOf(last)) : null }
  }

  /** Each user's newest first. */
  function all() {
    return [...users.keys()].flatMap((userId) =>
      newestFirst(userId).map((record) => ({ userId, record })),
    )
  }

  function put(userId: string, record: OptOutRecord): void {
    const own = users.get(userId) ?? { byId: new Map(), orders: new Map(), newestFirst: null }
    users.set(userId, own)
    lineCount += 1
    if (!own.byId.has(record.id)) {
      count += 1
      lastOrder += 1
      own.orders.set(record.id, lastOrder)
    }
    own.byId.set(record.id, Object.freeze(record))
    own.newestFirst = null
  }

  function drop(userId: string, id: string): void {
    const own = users.get(userId)
    lineCount += 1
    if (!own?.byId.delete(id)) return
    own.orders.delete(id)
    count -= 1
    own.newestFirst = null
  }
}
