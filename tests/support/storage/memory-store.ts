import type { OwnedStore } from '../../../src/domain/store.ts'

/** Records of users in memory: the same promises as the store on the disk, without the disk. */
export function createMemoryStore<Record extends { readonly id: string }>(): OwnedStore<Record> {
  const byUser = new Map<string, Map<string, Record>>()
  const ownOf = (userId: string) => byUser.get(userId) ?? new Map<string, Record>()

  return {
    find: async (userId, id) => ownOf(userId).get(id),
    list: async (userId) => [...ownOf(userId).values()].reverse(),
    save: async (userId, record) => {
      byUser.set(userId, ownOf(userId).set(record.id, record))
    },
    remove: async (userId, id) => ownOf(userId).delete(id),
    listAll: async () =>
      [...byUser].flatMap(([userId, own]) =>
        [...own.values()].map((record) => ({ userId, record })),
      ),
  }
}
