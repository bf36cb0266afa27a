import { createHash } from 'node:crypto'
import { readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  type TransferOptions,
  type Transferred,
  transferToDatabase,
  transferToFolder,
} from '../../../src/daemon/transfer/transfer.ts'
import { BEHIND_ROW } from '../../../src/domain/devices/device-keys.ts'
import { openDeviceKeys } from '../../../src/storage/keys/device-keys.ts'
import { type Database, openDatabase } from '../../../src/storage-postgres/database.ts'
import { openLeases } from '../../../src/storage-postgres/leases.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'
import { storageOf, viewOf } from '../../support/storage/lived-in-folder.ts'
import {
  databaseUrlOf,
  dropDatabasesAfterwards,
  openTestDatabase,
} from '../../support/storage/postgres.ts'
import { aLife, optionsFor } from '../../support/storage/transfers.ts'

dropDatabasesAfterwards()

async function viewIn(dataDir: string) {
  const storage = await storageOf(dataDir)
  const view = await viewOf(storage)
  await storage.close()
  return view
}

function sumsOf({ kinds }: Transferred) {
  return kinds.map(({ kind, count, checksum }) => ({ kind, count, checksum }))
}

/** Every file of a folder, byte by byte; scratch files and signs of life are no part of it. */
async function contentOf(dir: string): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>()
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    files.set(
      path,
      createHash('sha256')
        .update(await readFile(path))
        .digest('hex'),
    )
  }
  return files
}

async function withDatabase<Result>(dataDir: string, work: (db: Database) => Promise<Result>) {
  const db = await openTestDatabase(dataDir)
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

test('a folder that went through a database is the same, and so are its sums', async () => {
  const { dataDir, url } = await aLife()
  const before = await contentOf(dataDir)
  const there = await transferToDatabase({ dataDir }, optionsFor(url))
  expect(await contentOf(dataDir)).toEqual(before)
  const other = await aDataFolder()
  const back = await transferToFolder({ dataDir: other }, optionsFor(url))

  expect(there.damages).toEqual([])
  expect(there.kinds.length).toBeGreaterThan(25)
  expect(sumsOf(back)).toEqual(sumsOf(there))
  expect(await viewIn(other)).toEqual(await viewIn(dataDir))
})

test('a folder that came out of a database goes on where the other one ended', async () => {
  const { dataDir, url } = await aLife()
  const source = await storageOf(dataDir)
  const index = await source.directSends.record({
    ...{ userId: 'ana', deviceKey: 'key-1', jid: 'x', text: 'oi', media: null, atMs: Date.now() },
  })
  const number = await source.settings.nextCampaignNumber()
  await source.close()
  await transferToDatabase({ dataDir }, optionsFor(url))
  const other = await aDataFolder()
  await transferToFolder({ dataDir: other }, optionsFor(url))

  const storage = await storageOf(other)
  expect(await storage.settings.nextCampaignNumber()).toBe(number + 1)
  const next = { userId: 'ana', deviceKey: 'key-1', jid: 'x', text: 'oi', media: null, atMs: 1 }
  expect(await storage.directSends.record(next)).toBe(index + 1)
  expect(await storage.campaigns.removed('bia')).toHaveLength(1)
  await storage.close()
})

test('keys and what arrived for a device are as they were, and go on being kept', async () => {
  const { dataDir, url } = await aLife()
  await transferToDatabase({ dataDir }, optionsFor(url))
  const other = await aDataFolder()
  await transferToFolder({ dataDir: other }, optionsFor(url))

  const [before, after] = [await keysIn(dataDir), await keysIn(other)]
  expect(after).toEqual(before)
  expect(after.keys.size).toBe(1_200)
  expect(after.waiting).toHaveLength(2)
  expect(after.label).toMatchObject({ isPaired: true })
})

async function keysIn(dataDir: string) {
  const keys = openDeviceKeys(join(dataDir, 'auth'))('key-1')
  const label = await keys.findLabel()
  const [log, spool] = [await keys.open(), await keys.openSpool()]
  const found = new Map([...log.names()].map((name) => [name, log.read(name)]))
  const waiting = [...spool.waiting().values()]
  await log.close()
  await spool.close()
  return { label, keys: found, waiting }
}

test('keys that a node had open when it ended come back as keys that are behind', async () => {
  const { dataDir, url } = await aLife()
  await transferToDatabase({ dataDir }, optionsFor(url))
  await withDatabase(dataDir, (db) =>
    db.updateTable('device_stores').set({ keys_opening: '7' }).execute(),
  )
  const other = await aDataFolder()
  await transferToFolder({ dataDir: other }, optionsFor(url))
  expect((await keysIn(other)).keys.get(BEHIND_ROW)).toBe('true')
})

test('a dry run counts, and writes nothing anywhere', async () => {
  const { dataDir, url } = await aLife()
  const before = await contentOf(dataDir)
  const counted = await transferToDatabase({ dataDir }, optionsFor(url, { isDryRun: true }))
  expect(counted.kinds).toContainEqual(expect.objectContaining({ kind: 'campaigns', count: 5 }))
  expect(await contentOf(dataDir)).toEqual(before)
  const rows = await withDatabase(dataDir, (db) => db.selectFrom('records').selectAll().execute())
  expect(rows).toEqual([])
})

test('a database to which a move was broken off is refused as storage until all is moved again', async () => {
  const { dataDir, url } = await aLife()
  const abort = new AbortController()
  const onProgress: TransferOptions['onProgress'] = (stage, count) => {
    if (stage === 'moving' && count > 4_000) abort.abort()
  }
  const broken = optionsFor(url, { onProgress, signal: abort.signal })
  await expect(transferToDatabase({ dataDir }, broken)).rejects.toMatchObject({
    name: 'AbortError',
  })
  const opening = openDatabase({ url, onFault: () => undefined })
  await expect(opening).rejects.toMatchObject({ name: 'UnfinishedTransferError' })

  const again = await transferToDatabase({ dataDir }, optionsFor(url))
  const whole = await aDataFolder()
  expect(sumsOf(await transferToFolder({ dataDir: whole }, optionsFor(url)))).toEqual(sumsOf(again))
})

test('a database that does not keep what it is given is reported, and refused as storage', async () => {
  const { dataDir, url } = await aLife()
  await withDatabase(dataDir, async (db) => {
    await sql`create rule forgets as on insert to bot_replies do instead nothing`.execute(db)
  })
  const moving = transferToDatabase({ dataDir }, optionsFor(url))
  await expect(moving).rejects.toMatchObject({ name: 'TransferError', problem: 'differs' })
  await expect(openTestDatabase(dataDir)).rejects.toMatchObject({ name: 'UnfinishedTransferError' })
})

test.each([
  ['a database with an account in it', 'database_used'],
  ['a database that a node uses', 'nodes_alive'],
])('nothing is moved to %s', async (_, problem) => {
  const { dataDir, url } = await aLife()
  await withDatabase(dataDir, async (db) => {
    if (problem === 'nodes_alive') {
      await openLeases(db).enter(
        { id: 'node', url: 'http://10.0.0.2', load: 0, isLeaving: false },
        { termMs: 60_000 },
      )
      return
    }
    const place = { kind: 'users', user_id: 'eva', id: 'eva', version: 1, removed_at: null }
    await db
      .insertInto('records')
      .values({ ...place, body: '{}' })
      .execute()
  })
  const moving = transferToDatabase({ dataDir }, optionsFor(url))
  await expect(moving).rejects.toMatchObject({ problem })
})

test('a database that a node took up during the move is refused as storage', async () => {
  const { dataDir, url } = await aLife()
  await withDatabase(dataDir, async (db) => {
    await sql`create function enter() returns trigger language plpgsql as
      $$ begin perform nextval('lease_numbers'); return new; end $$`.execute(db)
    await sql`create trigger enter before insert on bot_replies
      for each row execute function enter()`.execute(db)
  })
  const moving = transferToDatabase({ dataDir }, optionsFor(url))
  await expect(moving).rejects.toMatchObject({ problem: 'nodes_alive' })
  await expect(openTestDatabase(dataDir)).rejects.toMatchObject({ name: 'UnfinishedTransferError' })
})

test('a folder with anything in it takes nothing', async () => {
  const { dataDir, url } = await aLife()
  await transferToDatabase({ dataDir }, optionsFor(url))
  const used = await aDataFolder()
  await writeFile(join(used, 'notas.txt'), 'minhas')
  const moving = transferToFolder({ dataDir: used }, optionsFor(url))
  await expect(moving).rejects.toMatchObject({ problem: 'folder_used' })
  expect(await readdir(used)).toEqual(['notas.txt'])
})

test('a database without the tables of the program is not read', async () => {
  const dataDir = await aDataFolder()
  const url = new URL(await databaseUrlOf(dataDir))
  url.pathname = '/postgres'
  const moving = transferToFolder({ dataDir }, optionsFor(url.href))
  await expect(moving).rejects.toMatchObject({ problem: 'database_foreign' })
})

test('a folder that a daemon uses is left alone', async () => {
  const { dataDir, url } = await aLife()
  const storage = await storageOf(dataDir)
  const moving = transferToDatabase({ dataDir }, optionsFor(url))
  await expect(moving).rejects.toMatchObject({ name: 'DataDirError', reason: 'locked' })
  await storage.close()
})

test('of a damaged folder all that the program would use is moved, and the rest is reported', async () => {
  const { dataDir, url } = await aLife()
  await truncate(join(dataDir, 'sends', '21.snap.ndjson'), 5_000)
  await truncate(join(dataDir, 'db', 'campaigns', '1.json'), 200)
  await writeFile(join(dataDir, 'auth', 'key-1', 'device.json'), 'nada')
  const before = await contentOf(dataDir)
  const moved = await transferToDatabase({ dataDir }, optionsFor(url))
  expect(moved.damages.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['sends/21.snap.ndjson', 'db/campaigns/1.json', 'auth/key-1']),
  )
  expect(await contentOf(dataDir)).toEqual(before)
  const ids = await withDatabase(dataDir, (db) =>
    db.selectFrom('ledgers').select('campaign_id').execute(),
  )
  expect(ids).toEqual([{ campaign_id: '7' }])
})
