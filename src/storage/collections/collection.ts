import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import type { OwnedStore } from '../../domain/store.ts'
import { makeFolder, removeTemporaryFiles } from '../files/durable-write.ts'
import { DamagedFileError } from '../files/storage-errors.ts'
import type { Migration } from './migration.ts'
import { createOwnRecords } from './own-records.ts'
import type { Entry, Shard } from './shard.ts'
import { openShard } from './shard.ts'

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
  const users = new Map<string, ReturnType<typeof createOwnRecords<Record>>>()
  let lastOrder = 0

  for (const number of await listShards(folder)) await addShard(number)

  return { find, list, save, remove, listAll }

  async function find(userId: string, id: string): Promise<Record | undefined> {
    return users.get(userId)?.find(id)?.entry.record
  }

  async function list(userId: string): Promise<readonly Record[]> {
    return users.get(userId)?.newestFirst() ?? []
  }

  async function listAll() {
    const all = [...users.values()].flatMap((own) => [...own.all()])
    return all
      .map(({ entry }) => entry)
      .sort((a, b) => b.order - a.order)
      .map(({ userId, record }) => ({ userId, record }))
  }

  async function save(userId: string, given: Record): Promise<void> {
    const record = freeze(schema.parse(given))
    const found = users.get(userId)?.find(record.id)
    const order = found?.entry.order ?? lastOrder + 1
    const shard = found?.shard ?? roomyShard()
    lastOrder = Math.max(lastOrder, order)
    const entry = { userId, order, record }
    index(entry, shard)
    await shard.put(entry)
  }

  async function remove(userId: string, id: string): Promise<boolean> {
    const found = users.get(userId)?.find(id)
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
      if (users.get(entry.userId)?.find(entry.record.id)) {
        throw new DamagedFileError(shard.path, `record ${entry.record.id} is there twice`)
      }
      index(entry, shard)
      lastOrder = Math.max(lastOrder, entry.order)
    }
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

/** Records are shared with every reader: one that changed its copy would change them for all. */
function freeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const inner of Object.values(value)) freeze(inner)
  }
  return value
}
