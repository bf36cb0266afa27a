import type { OwnedStore } from '../../../../src/domain/store.ts'

/** Records of users in memory: the same promises as the store on the disk, without the disk. */
export function createMemoryStore<Record extends { readonly id: string }>(): OwnedStore<Record> {
  type Entry = { readonly order: number; readonly record: Record }
  const byUser = new Map<string, Map<string, Entry>>()
  let lastOrder = 0
  const ownOf = (userId: string) => byUser.get(userId) ?? new Map<string, Entry>()
  const newestFirst = (userId: string) => [...ownOf(userId).values()].reverse()
  const put = (userId: string, record: Record) => {
    const own = ownOf(userId)
    lastOrder += 1
    const order = own.get(record.id)?.order ?? lastOrder
    byUser.set(userId, own.set(record.id, { order, record }))
    return record
  }

  return {
    find: async (userId, id) => ownOf(userId).get(id)?.record,
    list: async (userId) => newestFirst(userId).map(({ record }) => record),
    size: async (userId) => ownOf(userId).size,
    page: async (userId, { before, limit }) => {
      const left = newestFirst(userId).filter(
        ({ order }) => before === null || order < Number(before),
      )
      const entries = left.slice(0, limit)
      const next = left.length > limit ? String(entries.at(-1)?.order) : null
      return { records: entries.map(({ record }) => record), next }
    },
    create: async (userId, record) => {
      if (ownOf(userId).has(record.id)) return false
      put(userId, record)
      return true
    },
    save: async (userId, record) => {
      put(userId, record)
    },
    update: async (userId, id, change) => {
      const present = ownOf(userId).get(id)?.record
      const next = present && change(present)
      return next ? put(userId, next) : present
    },
    remove: async (userId, id, isMeant = () => true) => {
      const present = ownOf(userId).get(id)?.record
      if (!present || !isMeant(present)) return undefined
      ownOf(userId).delete(id)
      return present
    },
    listAll: async () =>
      [...byUser].flatMap(([userId, own]) =>
        [...own.values()].map(({ record }) => ({ userId, record })),
      ),
  }
}
