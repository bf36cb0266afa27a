import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import type { Change, OwnedStore, Page, PageQuery } from '../../domain/store.ts'
import { type Damages, openDamages } from '../damage/damages.ts'
import { makeFolder, removeTemporaryFiles } from '../files/durable-write.ts'
import { type Migration, unchanged } from '../files/file-format.ts'
import { createOwnRecords, type Place } from './own-records.ts'
import type { Shard } from './shard.ts'
import { openShard } from './shard.ts'
import type { Entry } from './shard-file.ts'

/**
 * Opens a collection: records of one kind, all in memory, in files of bounded size, so that saving
 * one costs the same however many there are. A change shows at once, and is undone when the disk
 * refuses it. Of a broken file the intact records are used, and the last good version of the
 * others.
 * @throws NewerFormatError
 */
export async function openCollection<Record extends { readonly id: string }>({
  dir,
  name,
  schema,
  migrations = [unchanged],
  damages: given,
}: {
  /** The data folder. */
  readonly dir: string
  readonly name: string
  /** Validates plain JSON; its output must be valid input. */
  readonly schema: z.ZodType<Record>
  /** Migrations of records. A file is migrated when it is next written. */
  readonly migrations?: readonly Migration[]
  readonly damages?: Damages
}): Promise<OwnedStore<Record>> {
  const folder = join(dir, 'db', name)
  const format = { name, migrations }
  const damages = given ?? (await openDamages({ dir }))
  await makeFolder(join(folder, 'last'))
  await removeTemporaryFiles(folder)
  const shards: Shard<Record>[] = []
  const users = new Map<string, ReturnType<typeof createOwnRecords<Record>>>()
  /** Shards of records that are being removed: if the disk refuses, the records come back there. */
  const leaving = new Map<string, Pick<Place<Record>, 'shard'>>()
  let lastOrder = 0

  const last = new Set(await listShards(join(folder, 'last')))
  const numbers = new Set([...(await listShards(folder)), ...last])
  for (const number of [...numbers].sort((a, b) => a - b)) {
    await addShard(number, { hasLast: last.has(number) })
  }

  return { find, list, size, page, create, save, update, remove, listAll }

  async function find(userId: string, id: string): Promise<Record | undefined> {
    return users.get(userId)?.find(id)?.entry.record
  }

  async function list(userId: string): Promise<readonly Record[]> {
    return users.get(userId)?.newestFirst() ?? []
  }

  async function size(userId: string): Promise<number> {
    return users.get(userId)?.count() ?? 0
  }

  async function page(userId: string, query: PageQuery): Promise<Page<Record>> {
    return users.get(userId)?.page(query) ?? { records: [], next: null }
  }

  async function listAll() {
    const all = [...users.values()].flatMap((own) => [...own.all()])
    return all
      .map(({ entry }) => entry)
      .sort((a, b) => b.order - a.order)
      .map(({ userId, record }) => ({ userId, record }))
  }

  async function create(userId: string, record: Record): Promise<boolean> {
    for (;;) {
      const found = users.get(userId)?.find(record.id)
      if (!found) break
      // A record that the disk goes on to refuse does not take the id.
      if (await found.shard.keeps(found.entry)) return false
    }
    await save(userId, record)
    return true
  }

  /**
   * Awaits nothing between reading the record and showing its successor, so that no change is lost.
   */
  async function update(
    userId: string,
    id: string,
    change: Change<Record>,
  ): Promise<Record | undefined> {
    for (;;) {
      const found = users.get(userId)?.find(id)
      if (!found) return undefined
      const { entry, shard } = found
      const next = change(entry.record)
      if (next) return put(userId, next)
      // Decides again where the disk refused the record that `change` was given.
      if (await shard.keeps(entry)) return entry.record
    }
  }

  async function save(userId: string, record: Record): Promise<void> {
    await put(userId, record)
  }

  async function put(userId: string, given: Record): Promise<Record> {
    const record = freeze(schema.parse(given))
    const found = users.get(userId)?.find(record.id)
    const order = found?.entry.order ?? lastOrder + 1
    const shard = found?.shard ?? leaving.get(keyOf(userId, record.id))?.shard ?? roomyShard()
    lastOrder = Math.max(lastOrder, order)
    const entry = { userId, order, record }
    index(entry, shard)
    await shard.put(entry)
    return record
  }

  async function remove(
    userId: string,
    id: string,
    isMeant: (present: Record) => boolean = () => true,
  ): Promise<Record | undefined> {
    const found = users.get(userId)?.find(id)
    if (!found || !isMeant(found.entry.record)) return undefined
    const key = keyOf(userId, id)
    forget(found.entry)
    leaving.set(key, found)
    try {
      await found.shard.drop(found.entry)
    } finally {
      if (leaving.get(key) === found) leaving.delete(key)
    }
    return found.entry.record
  }

  function roomyShard(): Shard<Record> {
    const roomy = shards.findLast((shard) => shard.hasRoom())
    return (
      roomy ?? makeShard(shards.reduce((highest, { number }) => Math.max(highest, number), 0) + 1)
    )
  }

  function makeShard(number: number): Shard<Record> {
    const shard: Shard<Record> = openShard({
      path: join(folder, `${number}.json`),
      number,
      format,
      schema,
      damages,
      onUndo: (before, after) => {
        for (const entry of before) forget(entry)
        for (const entry of after) index(entry, shard)
      },
    })
    shards.push(shard)
    return shard
  }

  async function addShard(number: number, found: { readonly hasLast: boolean }): Promise<void> {
    const shard = makeShard(number)
    for (const entry of await shard.load(found)) {
      freeze(entry.record)
      lastOrder = Math.max(lastOrder, entry.order)
      const twin = users.get(entry.userId)?.find(entry.record.id)
      if (!twin) index(entry, shard)
      else await keepNewer({ entry, shard }, twin)
    }
  }

  /** Resolves a record that a crash left in two files: the later one counts. */
  async function keepNewer(one: Place<Record>, other: Place<Record>): Promise<void> {
    const [older, newer] = one.entry.order < other.entry.order ? [one, other] : [other, one]
    await damages.keepCopy(older.shard.path, `record ${older.entry.record.id} is there twice`)
    index(newer.entry, newer.shard)
    await older.shard.drop(older.entry)
  }

  function index(entry: Entry<Record>, shard: Shard<Record>): void {
    const own = users.get(entry.userId) ?? createOwnRecords<Record>()
    own.put({ entry, shard })
    users.set(entry.userId, own)
  }

  function forget({ userId, record }: Entry<Record>): void {
    const own = users.get(userId)
    own?.remove(record.id)
    if (own?.count() === 0) users.delete(userId)
  }
}

async function listShards(folder: string): Promise<readonly number[]> {
  const names = await readdir(folder)
  return names
    .filter((name) => /^\d+\.json$/.test(name))
    .map((name) => Number.parseInt(name, 10))
    .sort((a, b) => a - b)
}

function keyOf(userId: string, id: string): string {
  return JSON.stringify([userId, id])
}

/** Freezes a record: all readers share one object, and a change by one would reach all. */
function freeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const inner of Object.values(value)) freeze(inner)
  }
  return value
}
