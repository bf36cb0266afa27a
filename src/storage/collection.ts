import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import type { OwnedStore } from '../domain/store.ts'
import { makeFolder, removeTemporaryFiles } from './durable-write.ts'
import type { Migration } from './migration.ts'
import type { Entry, Shard } from './shard.ts'
import { openShard } from './shard.ts'
import { DamagedFileError } from './storage-errors.ts'

/**
 * Records of one kind, all in memory and spread over files of bounded size, so that saving one
 * costs the same however many there are. A change shows at once, and is undone when the disk
 * refuses it.
 * @throws DamagedFileError where a file is broken or holds a record that is none
 */
export async function openCollection<Record extends { readonly id: string }>({
  dir,
  name,
  schema,
  migrations = [],
}: {
  /** The data folder. */
  readonly dir: string
  readonly name: string
  /** Of plain JSON: what it puts out, it takes in again. */
  readonly schema: z.ZodType<Record>
  /** The first one leads from format 1 to format 2; files on disk are brought up to date. */
  readonly migrations?: readonly Migration[]
}): Promise<OwnedStore<Record>> {
  const folder = join(dir, 'db', name)
  await makeFolder(folder)
  await removeTemporaryFiles(folder)
  const shards: Shard<Record>[] = []
  const users = new Map<string, Map<string, { entry: Entry<Record>; shard: Shard<Record> }>>()
  let lastOrder = 0

  for (const number of await listShards(folder)) await addShard(number)

  return { find, list, save, remove, listAll }

  async function find(userId: string, id: string): Promise<Record | undefined> {
    return users.get(userId)?.get(id)?.entry.record
  }

  async function list(userId: string): Promise<readonly Record[]> {
    return newestFirst([...(users.get(userId)?.values() ?? [])]).map(({ record }) => record)
  }

  async function listAll() {
    const all = [...users.values()].flatMap((records) => [...records.values()])
    return newestFirst(all).map(({ userId, record }) => ({ userId, record }))
  }

  async function save(userId: string, given: Record): Promise<void> {
    const record = freeze(schema.parse(given))
    const found = users.get(userId)?.get(record.id)
    const order = found?.entry.order ?? lastOrder + 1
    const shard = found?.shard ?? roomyShard()
    lastOrder = Math.max(lastOrder, order)
    const entry = { userId, order, record }
    index(entry, shard)
    await shard.put(entry)
  }

  async function remove(userId: string, id: string): Promise<boolean> {
    const found = users.get(userId)?.get(id)
    if (!found) return false
    forget(found.entry)
    await found.shard.drop(found.entry)
    return true
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
      schema,
      migrations,
      onUndo: (before, after) => {
        for (const entry of before) forget(entry)
        for (const entry of after) index(entry, shard)
      },
    })
    shards.push(shard)
    return shard
  }

  async function addShard(number: number): Promise<void> {
    const shard = makeShard(number)
    for (const entry of await shard.load()) {
      freeze(entry.record)
      if (users.get(entry.userId)?.has(entry.record.id)) {
        throw new DamagedFileError(shard.path, `record ${entry.record.id} is there twice`)
      }
      index(entry, shard)
      lastOrder = Math.max(lastOrder, entry.order)
    }
  }

  function index(entry: Entry<Record>, shard: Shard<Record>): void {
    const records = users.get(entry.userId) ?? new Map()
    records.set(entry.record.id, { entry, shard })
    users.set(entry.userId, records)
  }

  function forget({ userId, record }: Entry<Record>): void {
    const records = users.get(userId)
    records?.delete(record.id)
    if (records?.size === 0) users.delete(userId)
  }
}

function newestFirst<Record>(
  found: readonly { readonly entry: Entry<Record> }[],
): readonly Entry<Record>[] {
  return found.map(({ entry }) => entry).sort((a, b) => b.order - a.order)
}

async function listShards(folder: string): Promise<readonly number[]> {
  const names = await readdir(folder)
  return names
    .filter((name) => /^\d+\.json$/.test(name))
    .map((name) => Number.parseInt(name, 10))
    .sort((a, b) => a - b)
}

/** Records are shared with every reader: one that changed its copy would change them for all. */
function freeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const inner of Object.values(value)) freeze(inner)
  }
  return value
}
