import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createCleaning } from '../../src/storage-postgres/cleaning.ts'
import { openContactListRows } from '../../src/storage-postgres/contacts/contact-lists.ts'
import type { Database } from '../../src/storage-postgres/database.ts'
import { openUploadRows } from '../../src/storage-postgres/uploads.ts'
import { createFakeClock } from '../support/domain/fake-clock.ts'
import { aDataFolder } from '../support/storage/data-folder.ts'
import { dropDatabasesAfterwards, openTestDatabase } from '../support/storage/postgres.ts'

dropDatabasesAfterwards()

const createdAt = '2026-11-21T13:00:00.000Z'
const contacts = (count: number) =>
  Array.from({ length: count }, (_, number) => ({
    ...{ name: `Contato ${number}`, phone: String(5_511_900_000_000 + number) },
    ...{ createdAt, origin: 'api' as const },
  }))
const keep = (given: ReturnType<typeof contacts>) => ({
  contacts: given,
  onDuplicate: 'keep' as const,
})

async function aDatabase(): Promise<Database> {
  const db = await openTestDatabase(await aDataFolder())
  onTestFinished(() => db.destroy())
  return db
}

const onFault = (error: unknown) => expect.unreachable(String(error))
const { now } = createFakeClock()

function openLists(db: Database) {
  const lists = openContactListRows({ db, clock: { now }, onFault })
  onTestFinished(lists.close)
  return lists
}

/** Clears away what is due, though another node may have had its turn a moment ago. */
async function clear(db: Database): Promise<void> {
  await db.deleteFrom('turns').execute()
  await createCleaning({ db, now, onFault }).cleanInTurn()
}

const countRows = async (db: Database, table: 'contacts' | 'contact_contents' | 'upload_chunks') =>
  Number(
    (
      await db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll().as('n'))
        .execute()
    )[0]?.n,
  )

/** Moves all ends into the past, since tests cannot wait for hours. */
async function age(db: Database): Promise<void> {
  await sql`update contacts set ended_at = ended_at - interval '2 hours'`.execute(db)
  await sql`
    update contact_contents
    set ended_at = ended_at - interval '2 hours', begun_at = begun_at - interval '2 days'
  `.execute(db)
  await sql`update uploads set begun_at = begun_at - interval '2 days'`.execute(db)
}

test.each(['changed', 'replaced'] as const)(
  'rows of a %s list are kept for its readers, and cleared away an hour later',
  async (how) => {
    const db = await aDatabase()
    const lists = openLists(db)
    await lists.create('ana', { id: 'list-1', name: 'x', createdAt }, keep(contacts(5_000)))
    const reader = lists.read('ana', 'list-1')[Symbol.asyncIterator]()
    await reader.next()
    const last = contacts(5_000).slice(-10)
    const phones = last.map(({ phone }) => phone)
    if (how === 'replaced') await lists.replace('ana', 'list-1', { name: 'x', contacts: last })
    else
      await lists.amend('ana', 'list-1', phones, async () => new Map(phones.map((p) => [p, null])))
    await clear(db)
    expect(await countRows(db, 'contacts')).toBe(how === 'replaced' ? 5_010 : 5_000)
    await age(db)
    await clear(db)
    const left = how === 'replaced' ? 10 : 4_990
    expect(await countRows(db, 'contacts')).toBe(left)
    expect(await lists.find('ana', 'list-1')).toMatchObject({ total: left })
    // A reader whose rows are gone fails, and takes no half of a list for the whole.
    const readOn = async () => {
      for (let next = await reader.next(); !next.done; ) next = await reader.next()
    }
    await expect(readOn()).rejects.toMatchObject({ code: 'list_changed' })
  },
)

test('a list is not made once its rows were ended as left behind', async () => {
  const db = await aDatabase()
  const lists = await openLists(db)
  async function* slowly() {
    yield contacts(4_000)
    await age(db)
    await clear(db)
    expect(await countRows(db, 'contacts')).toBe(4_000)
  }
  const making = lists.create(...(['ana', { id: 'list-1', name: 'x', createdAt }] as const), {
    contacts: slowly(),
    onDuplicate: 'keep',
  })
  await expect(making).rejects.toMatchObject({ code: 'storage_unavailable' })
  expect(await lists.find('ana', 'list-1')).toBeUndefined()
})

test('what ended in many lists goes in one go, and readers of these lists fail', async () => {
  const db = await aDatabase()
  const lists = await openLists(db)
  const count = 150
  for (const number of contacts(count).keys()) {
    const id = `list-${number}`
    await lists.create('ana', { id, name: 'x', createdAt }, keep(contacts(2)))
  }
  const reader = lists.read('ana', 'list-149')[Symbol.asyncIterator]()
  await reader.next()
  await sql`update contacts set until = 2, ended_at = now() where place = 2`.execute(db)
  await sql`update contact_lists set version = 3`.execute(db)
  await age(db)
  await clear(db)
  expect(await countRows(db, 'contacts')).toBe(count)
  await reader.next()
  await expect(reader.next()).rejects.toMatchObject({ code: 'list_changed' })
})

test('a list that can no longer be brought back leaves nothing an hour later', async () => {
  const db = await aDatabase()
  const lists = openLists(db)
  await lists.create('ana', { id: 'list-1', name: 'x', createdAt }, keep(contacts(50)))
  await lists.remove('ana', 'list-1')
  await sql`update contact_lists set removed_at = removed_at - interval '1 day'`.execute(db)
  await clear(db)
  await age(db)
  await clear(db)
  expect(await countRows(db, 'contacts')).toBe(0)
  expect(await countRows(db, 'contact_contents')).toBe(0)
})

test('what a program that died had begun is ended a day later, and cleared away like the rest', async () => {
  const db = await aDatabase()
  const lists = openLists(db)
  const uploads = openUploadRows({ db, quotas: { uploads: 9, uploadBytes: 2 ** 30 } })
  let cut: (error: Error) => void = () => undefined
  const isCut = new Promise<never>((_resolve, reject) => {
    cut = reject
  })
  async function* endless<Piece>(piece: Piece) {
    yield piece
    await isCut
  }
  const list = { id: 'list-1', name: 'x', createdAt }
  const making = lists.create('ana', list, {
    ...{ contacts: endless(contacts(4_000)), onDuplicate: 'keep' as const },
  })
  const saving = uploads.saveFile('ana', {
    ...{ mimeType: 'video/mp4', extension: 'mp4', size: 2 ** 21 },
    content: () => endless(Buffer.alloc(2 ** 20)),
  })
  const ended = Promise.allSettled([making, saving])
  await expect.poll(() => countRows(db, 'contacts')).toBe(4_000)
  await expect.poll(() => countRows(db, 'upload_chunks')).toBe(4)
  await clear(db)
  expect(await countRows(db, 'contacts')).toBe(4_000)
  await age(db)
  await clear(db)
  await age(db)
  await clear(db)
  expect(await countRows(db, 'contacts')).toBe(0)
  expect(await countRows(db, 'upload_chunks')).toBe(0)
  cut(new Error('it died'))
  await ended
})

test('of the nodes one clears away within the hour, and whichever comes first after it', async () => {
  const db = await aDatabase()
  const lists = openLists(db)
  await lists.create('ana', { id: 'list-1', name: 'x', createdAt }, keep(contacts(5)))
  const nodes = ['a', 'b'].map(() => createCleaning({ db, now, onFault }))
  for (const { cleanInTurn } of nodes) await cleanInTurn()
  await lists.remove('ana', 'list-1')
  await sql`update contact_lists set removed_at = removed_at - interval '1 day'`.execute(db)
  for (const { cleanInTurn } of nodes) await cleanInTurn()
  const left = () => db.selectFrom('contact_lists').select('id').execute()
  expect(await left()).toHaveLength(1)
  await sql`update turns set next_at = next_at - interval '1 hour'`.execute(db)
  await nodes[1]?.cleanInTurn()
  expect(await left()).toEqual([])
})
