import type { OwnedStore } from '../../../src/domain/store.ts'

/** Records of users in memory: the same promises as the store on the disk, without the disk. */
export function createMemoryStore<Record extends { readonly id: string }>(): OwnedStore<Record> {
  const byUser = new Map<string, Map<string, Record>>()
  const ownOf = (userId: string) => byUser.get(userId) ?? new Map<string, Record>()
  const put = (userId: string, record: Record) => {
    byUser.set(userId, ownOf(userId).set(record.id, record))
    return record
  }

  return {
    find: async (userId, id) => ownOf(userId).get(id),
    list: async (userId) => [...ownOf(userId).values()].reverse(),
    create: async (userId, record) => {
      if (ownOf(userId).has(record.id)) return false
      put(userId, record)
      return true
    },
    save: async (userId, record) => {
      put(userId, record)
    },
    update: async (userId, id, change) => {
      const present = ownOf(userId).get(id)
      const next = present && change(present)
      return next ? put(userId, next) : present
    },
    remove: async (userId, id, isMeant = () => true) => {
      const present = ownOf(userId).get(id)
      if (!present || !isMeant(present)) return undefined
      ownOf(userId).delete(id)
      return present
    },
    listAll: async () =>
      [...byUser].flatMap(([userId, own]) =>
        [...own.values()].map((record) => ({ userId, record })),
      ),
  }
}
