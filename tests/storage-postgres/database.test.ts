import { connect, createServer, type Server } from 'node:net'
import { inspect } from 'node:util'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { MessageTemplate } from '../../src/contract/campaigns/message-template.ts'
import { type Database, inTransaction, openDatabase } from '../../src/storage-postgres/database.ts'
import { openRecords } from '../../src/storage-postgres/records.ts'
import { aDataFolder } from '../support/storage/data-folder.ts'
import { aLineTo } from '../support/storage/database-line.ts'
import {
  databaseUrlOf,
  dropDatabasesAfterwards,
  emptyDatabaseUrl,
  openTestDatabase,
} from '../support/storage/postgres.ts'

dropDatabasesAfterwards()

const template = (text: string) =>
  MessageTemplate.parse({
    ...{ id: '1', name: 'Aviso', text },
    ...{ createdAt: '2026-01-15T12:00:00.000Z', updatedAt: '2026-01-15T12:00:00.000Z' },
  })

const templatesIn = (db: Database) =>
  openRecords({ db, kind: 'message-templates', schema: MessageTemplate })

const throwIt = (error: unknown) => {
  throw error
}

async function aDatabase(dir: string): Promise<Database> {
  const db = await openTestDatabase(dir)
  onTestFinished(() => db.destroy())
  return db
}

test('programs that begin at the same moment make the tables once, and see each other’s records', async () => {
  const url = await emptyDatabaseUrl()
  const open = () => openDatabase({ url, schema: 'begun', onFault: throwIt })
  const [one, ...others] = await Promise.all([open(), open(), open(), open()])
  onTestFinished(async () => {
    await Promise.all([one, ...others].map((db) => db.destroy()))
  })
  await templatesIn(one).create('ana', template('Olá'))
  for (const other of others) {
    expect(await templatesIn(other).find('ana', '1')).toMatchObject({ text: 'Olá' })
  }
})

test('of the changes that several programs make of one record at once, none is lost', async () => {
  const dir = await aDataFolder()
  const programs = await Promise.all([1, 2, 3].map(async () => templatesIn(await aDatabase(dir))))
  await programs[0]?.create('ana', template('-'))
  const changes = Array.from({ length: 30 }, (_, place) =>
    programs[place % 3]?.update('ana', '1', ({ text, ...rest }) => ({ ...rest, text: `${text}+` })),
  )
  await Promise.all(changes)
  expect(await programs[1]?.find('ana', '1')).toMatchObject({ text: `-${'+'.repeat(30)}` })
})

test('what people write comes back as it was: accents, emoji, a zero byte, half a character', async () => {
  const templates = templatesIn(await aDatabase(await aDataFolder()))
  const text = 'Avó 👩🏽‍🦱 \u0000 \ud83d "\\" \u2028'
  await templates.create('ana', template(text))
  expect(await templates.find('ana', '1')).toMatchObject({ text })
})

/** `FATAL 57P01`: the server says that it ends a connection. */
const FAREWELL = Buffer.from('E\0\0\0\x13SFATAL\0C57P01\0\0', 'latin1')
const TERMINATE = 'X'.charCodeAt(0)

async function portOf(listener: Server): Promise<number> {
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void listener.close())
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

test('a server that ends while the program closes its connections is no fault', async () => {
  const url = new URL(await emptyDatabaseUrl())
  const serverPort = Number(url.port)
  const farewells: Promise<unknown>[] = []
  const between = createServer((program) => {
    const server = connect(serverPort, '127.0.0.1')
    server.pipe(program)
    program.on('data', (bytes) => {
      if (bytes[0] !== TERMINATE) return void server.write(bytes)
      server.unpipe(program)
      farewells.push(new Promise((told) => program.end(FAREWELL, () => told(undefined))))
      server.destroy()
    })
  })
  url.port = String(await portOf(between))
  const faults: unknown[] = []
  const onFault = (error: unknown) => void faults.push(error)
  const db = await openDatabase({ url: url.href, schema: 'ending', onFault })
  await templatesIn(db).list('ana')
  await db.destroy()
  await expect.poll(() => farewells.length).toBeGreaterThan(1)
  await Promise.all(farewells)
  // By the time that the server has answered another connection, these have read their farewell.
  await templatesIn(await aDatabase(await aDataFolder())).list('ana')
  expect(faults).toEqual([])
})

test('a connection that is lost in use is an error of that use, and ends nothing else', async () => {
  const db = await aDatabase(await aDataFolder())
  const using = inTransaction(db, async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(db)
    await sql`select 1`.execute(tx)
  })
  await expect(using).rejects.toMatchObject({ code: 'storage_unavailable' })
  await templatesIn(db).create('ana', template('Olá'))
  expect(await templatesIn(db).find('ana', '1')).toMatchObject({ text: 'Olá' })
})

test('a connection that goes silent fails what waits for it in time, and nothing after that', async () => {
  const line = await aLineTo(await emptyDatabaseUrl())
  const db = await openDatabase({
    ...{ url: line.url, schema: 'silent', queryTimeoutMs: 3_000 },
    onFault: () => undefined,
  })
  onTestFinished(() => db.destroy())
  await templatesIn(db).create('ana', template('Olá'))
  const failing = inTransaction(db, async (tx) => {
    line.silence()
    await sql`select 1`.execute(tx)
  })
  await expect(failing).rejects.toMatchObject({ code: 'storage_unavailable' })
  expect(await templatesIn(db).find('ana', '1')).toMatchObject({ text: 'Olá' })
})

test('a connection that is lost while nobody uses it is reported without its secrets', async () => {
  const url = new URL(await emptyDatabaseUrl())
  url.password = 'segredo'
  const faults: unknown[] = []
  const onFault = (error: unknown) => void faults.push(error)
  const db = await openDatabase({ url: url.href, schema: 'idle', onFault })
  onTestFinished(() => db.destroy())
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  const other = await aDatabase(await aDataFolder())
  await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(other)
  await expect.poll(() => faults.length).toBe(1)
  expect(faults[0]).toMatchObject({ code: 'storage_unavailable' })
  expect(inspect(faults, { depth: 20, showHidden: true })).not.toContain('segredo')
})

test('a database that a newer program has changed is refused, and left as it is', async () => {
  const url = await emptyDatabaseUrl()
  const open = () => openDatabase({ url, schema: 'newer', onFault: throwIt })
  const db = await open()
  onTestFinished(() => db.destroy())
  await sql`insert into kysely_migration values ('999-later', '2030-01-01T00:00:00.000Z')`.execute(
    db,
  )
  await expect(open()).rejects.toMatchObject({
    code: 'newer_format',
    message: expect.stringContaining('999-later'),
  })
})

test('a server that does not answer is an error in time that tells no password', async () => {
  const mute = createServer(() => undefined)
  const port = await portOf(mute)
  const opened = openDatabase({
    url: `postgres://disparo:segredo@127.0.0.1:${port}/disparo`,
    onFault: () => undefined,
  })
  const error: unknown = await opened.catch((reason: unknown) => reason)
  expect(error).toMatchObject({ code: 'storage_unavailable' })
  expect(String(error)).not.toContain('segredo')
})

test('a move waits for the server’s disk at its end alone, everybody else at each commit', async () => {
  const url = await databaseUrlOf(await aDataFolder())
  const waits = async (mayLoseLast: boolean) => {
    const db = await openDatabase({ url, mayLoseLast, onFault: () => undefined })
    const { rows } = await sql<{ synchronous_commit: string }>`show synchronous_commit`.execute(db)
    await db.destroy()
    return rows
  }
  expect(await waits(true)).toEqual([{ synchronous_commit: 'off' }])
  expect(await waits(false)).toEqual([{ synchronous_commit: 'on' }])
})
