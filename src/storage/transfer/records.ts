import type { Owned, OwnedStore } from '../../domain/store.ts'
import { alone, headsOf, type Portable } from '../../domain/transfer/portable.ts'
import { byText } from '../../domain/transfer/portions.ts'

/** Records that are saved together, and share the writes of their files. */
const RECORDS_AT_ONCE = 500

/**
 * Collects records that come one by one, and saves many together; `flush` saves the remaining ones.
 */
export function savingTogether<Record extends { readonly id: string }>(
  store: Pick<OwnedStore<Record>, 'save'>,
) {
  let waiting: Owned<Record>[] = []
  return { save, flush }

  async function save(userId: string, record: Record): Promise<void> {
    waiting.push({ userId, record })
    if (waiting.length >= RECORDS_AT_ONCE) await flush()
  }

  async function flush(): Promise<void> {
    const saved = waiting
    waiting = []
    await Promise.all(saved.map(({ userId, record }) => store.save(userId, record)))
  }
}

/** Records of one kind: each user's in the order in which they came. */
export function portableRecords<Record extends { readonly id: string }>(
  store: Pick<OwnedStore<Record>, 'listAll' | 'save'>,
): Portable<Owned<Record>> {
  return { dump, fill }

  async function* dump() {
    for (const owned of await inOrder(store)) yield alone(owned)
  }

  async function fill(portions: Parameters<Portable<Owned<Record>>['fill']>[0]): Promise<void> {
    for await (const records of headsOf(portions, RECORDS_AT_ONCE)) {
      await Promise.all(records.map(({ userId, record }) => store.save(userId, record)))
    }
  }
}

/** Each user's records together, the oldest first. */
export async function inOrder<Record extends { readonly id: string }>(
  store: Pick<OwnedStore<Record>, 'listAll'>,
): Promise<readonly Owned<Record>[]> {
  const oldestFirst = (await store.listAll()).toReversed()
  return oldestFirst.sort((one, other) => byText(one.userId, other.userId))
}
