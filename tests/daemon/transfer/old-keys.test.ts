import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { transferToDatabase, transferToFolder } from '../../../src/daemon/transfer/transfer.ts'
import { keysIn, openDeviceKeys } from '../../../src/storage/keys/device-keys.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'
import { dropDatabasesAfterwards, openTestDatabase } from '../../support/storage/postgres.ts'
import { anInbound } from '../../support/storage/spooled-events.ts'
import { aLife, optionsFor } from '../../support/storage/transfers.ts'

dropDatabasesAfterwards()

const ENDED = 'key-1.ended-2026-01-02T030405.678Z'
const label = { serverKey: 'cd'.repeat(32), isPaired: true }

/** A folder whose device was paired, logged out, and paired again. */
async function anOldLife() {
  const { dataDir, url } = await aLife()
  const authDir = join(dataDir, 'auth')
  const keys = openDeviceKeys(authDir)('key-1')
  await keys.setAside(new Date('2026-01-02T03:04:05.678Z'), 'ended')
  await keys.saveLabel(label)
  const log = await keys.open()
  log.commit([{ key: 'creds', value: '{"me":2}' }])
  await log.close()
  return { dataDir, url, authDir }
}

async function contentOf(folder: string) {
  const keys = keysIn(folder)
  const [found, log, spool] = [await keys.findLabel(), await keys.open(), await keys.openSpool()]
  const rows = new Map([...log.names()].map((name) => [name, log.read(name)]))
  const waiting = [...spool.waiting().values()]
  await log.close()
  await spool.close()
  return { label: found, rows, waiting }
}

test('keys of earlier pairings go to a database and come back as they were', async () => {
  const { dataDir, url, authDir } = await anOldLife()
  const there = await transferToDatabase({ dataDir }, optionsFor(url))
  const other = await aDataFolder()
  const back = await transferToFolder({ dataDir: other }, optionsFor(url))

  expect([there.left, back.left]).toEqual([[], []])
  for (const name of [ENDED, 'key-1']) {
    const before = await contentOf(join(authDir, name))
    expect(before.rows.size).toBeGreaterThan(0)
    expect(await contentOf(join(other, 'auth', name))).toEqual(before)
  }
})

test('old keys that are unreadable, or of an unknown device, stay and are reported', async () => {
  const { dataDir, url, authDir } = await anOldLife()
  await cp(join(authDir, ENDED), join(authDir, 'key-1.unreadable-2026-01-03T000000.000Z'), {
    recursive: true,
  })
  const segment = join(authDir, 'key-1.unreadable-2026-01-03T000000.000Z', 'keys-00000001.log')
  const bytes = await readFile(segment)
  await writeFile(segment, bytes.fill(7, 300, 400))
  await cp(join(authDir, ENDED), join(authDir, 'gone.ended-2026-01-03T000000.000Z'), {
    recursive: true,
  })
  const spoolName = 'spool-00000001.ndjson.unreadable-2026-01-03T000000.000Z'
  await writeFile(join(authDir, 'key-1', spoolName), 'nada')
  const left = [
    'auth/gone.ended-2026-01-03T000000.000Z',
    `auth/key-1/${spoolName}`,
    'auth/key-1.unreadable-2026-01-03T000000.000Z',
  ]
  const counted = await transferToDatabase({ dataDir }, optionsFor(url, { isDryRun: true }))
  const moved = await transferToDatabase({ dataDir }, optionsFor(url))

  expect([...counted.left].sort()).toEqual([...left].sort())
  expect([...moved.left].sort()).toEqual([...left].sort())
  expect(moved.damages).toEqual([])
  expect(await readdir(authDir)).toHaveLength(4)
})

test('old keys that are unreadable, or of no device, stay in the database', async () => {
  const { dataDir, url } = await anOldLife()
  await transferToDatabase({ dataDir }, optionsFor(url))
  const db = await openTestDatabase(dataDir)
  const one = { user_id: 'ana', aside: 'ended-2026-01-03T00:00:00.000Z' }
  const gone = await db
    .insertInto('device_stores')
    .values({ ...one, device_key: 'gone', server_key: 'ab' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const store = await db
    .selectFrom('device_stores')
    .where('aside', 'is', null)
    .select('id')
    .executeTakeFirstOrThrow()
  const events = ['nada', JSON.stringify(anInbound({ messageId: 'x' }))]
  await db
    .insertInto('spooled_events')
    .values(events.map((event, place) => ({ store_id: store.id, number: 90 + place, event })))
    .execute()
  await db
    .insertInto('spooled_events')
    .values({ store_id: store.id, number: 92, event: events[1] ?? '', is_readable: false })
    .execute()
  await db.destroy()

  const other = await aDataFolder()
  const back = await transferToFolder({ dataDir: other }, optionsFor(url))
  expect([...back.left].sort()).toEqual(
    [90, 92]
      .map((number) => `spooled_events ${store.id}/${number}`)
      .concat(`device_stores ${gone.id}`)
      .sort(),
  )
  const names = await readdir(join(other, 'auth'))
  expect(names.filter((name) => !name.startsWith('key-'))).toEqual([])
  const { waiting } = await contentOf(join(other, 'auth', 'key-1'))
  expect(waiting).toMatchObject([{ message: { messageId: 'x' } }])
})
