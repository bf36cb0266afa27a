import { createHash } from 'node:crypto'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { type Database, openDatabase } from '../../../src/storage-postgres/database.ts'

declare module 'vitest' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: an interface alone can be added to.
  export interface ProvidedContext {
    /** An address that answers where the run's PostgreSQL is. */
    readonly postgresAddress: string
  }
}

/** Databases of a real PostgreSQL, which all tests of a run share. */

/** Databases of the test files that run in this process. */
const databases = new Map<string, Promise<string>>()
let emptyCount = 0

/** Drops the databases that the tests of this file used. */
export function dropDatabasesAfterwards(): void {
  afterAll(async () => {
    const made = await Promise.allSettled(databases.values())
    databases.clear()
    for (const one of made) if (one.status === 'fulfilled') await dropDatabase(one.value)
  })
}

/** The tables that belong to a data folder, in a real PostgreSQL. */
export async function openTestDatabase(dir: string): Promise<Database> {
  return openDatabase({ url: await databaseUrlOf(dir), onFault: fail })
}

/** The address of a data folder's own database, with all tables in it. */
export function databaseUrlOf(dir: string): Promise<string> {
  return made(dir, async () => {
    templateMade ??= makeTemplate()
    await templateMade
    return makeDatabase(`t${digest(dir)}`, `template ${TEMPLATE}`)
  })
}

/** The address of a database that nobody has used yet. */
export function emptyDatabaseUrl(): Promise<string> {
  return made(`empty ${emptyCount}`, ownDatabaseUrl)
}

/** The same for a caller that drops it, perhaps after the tests of this file. */
export function ownDatabaseUrl(): Promise<string> {
  emptyCount += 1
  return makeDatabase(`e${process.pid}_${emptyCount}`)
}

function made(key: string, make: () => Promise<string>): Promise<string> {
  const url = databases.get(key) ?? make()
  databases.set(key, url)
  return url
}

/** Drops a database; remaining connections are closed. */
export function dropDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  return onServer((client) => client.query(`drop database if exists ${name} with (force)`))
}

const TEMPLATE = 'migrated'
/** An arbitrary number that no other lock uses. */
const TEMPLATE_LOCK = 4_711
/** Copied for each test: making the tables anew would take longer than most tests. */
let templateMade: Promise<void> | undefined

/** The first process that needs the template makes it. */
function makeTemplate(): Promise<void> {
  return onServer(async (client) => {
    await client.query(`select pg_advisory_lock(${TEMPLATE_LOCK})`)
    const there = await client.query(`select 1 from pg_database where datname = '${TEMPLATE}'`)
    if (there.rowCount === 1) return
    await client.query('drop database if exists migrating')
    const migrating = await makeDatabase('migrating')
    await (await openDatabase({ url: migrating, onFault: fail })).destroy()
    await client.query(`alter database migrating rename to ${TEMPLATE}`)
  })
}

async function makeDatabase(name: string, how = ''): Promise<string> {
  await onServer((client) => client.query(`create database ${name} ${how}`))
  const url = new URL(await serverUrl())
  url.pathname = `/${name}`
  return url.href
}

async function onServer(act: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: await serverUrl() })
  await client.connect()
  try {
    await act(client)
  } finally {
    await client.end()
  }
}

let server: Promise<string> | undefined

function serverUrl(): Promise<string> {
  server ??= askForServer()
  return server
}

async function askForServer(): Promise<string> {
  const answer = await fetch(inject('postgresAddress'))
  const text = await answer.text()
  if (!answer.ok) throw new Error(`PostgreSQL did not start: ${text}`)
  return text
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24)
}

/** Ends a store before the connections that it works with. */
export async function closeBoth(store: { close(): unknown }, db: Database): Promise<void> {
  await store.close()
  await db.destroy()
}

function fail(error: unknown): never {
  throw error
}
