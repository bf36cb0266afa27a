import type { OptOutRecord } from '../../domain/optouts/opt-outs.ts'

export type OptOutTable = ReturnType<typeof createOptOutTable>

type Own = {
  /** In the order they came. */
  readonly byId: Map<string, OptOutRecord>
  /** The same array until something changes. */
  newestFirst: readonly OptOutRecord[] | null
}

/** Everybody's opt-outs in memory. */
export function createOptOutTable() {
  const users = new Map<string, Own>()
  let count = 0
  let lineCount = 0

  return {
    count: () => count,
    /** Lines of the log that say nothing any more. */
    outdatedLines: () => lineCount - count,
    find: (userId: string, id: string) => users.get(userId)?.byId.get(id),
    newestFirst,
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

  /** Each user's newest first. */
  function all() {
    return [...users.keys()].flatMap((userId) =>
      newestFirst(userId).map((record) => ({ userId, record })),
    )
  }

  function put(userId: string, record: OptOutRecord): void {
    const own = users.get(userId) ?? { byId: new Map(), newestFirst: null }
    users.set(userId, own)
    lineCount += 1
    if (!own.byId.has(record.id)) count += 1
    own.byId.set(record.id, Object.freeze(record))
    own.newestFirst = null
  }

  function drop(userId: string, id: string): void {
    const own = users.get(userId)
    lineCount += 1
    if (!own?.byId.delete(id)) return
    count -= 1
    own.newestFirst = null
  }
}
