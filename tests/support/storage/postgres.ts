import { createHash } from 'node:crypto'
import pg from 'pg'
import { afterAll } from 'vitest'
import { type Database, openDatabase } from '../../../src/storage-postgres/database.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'

/** Of this process: begun when it is first asked for. */
let server: Promise<PostgresServer> | undefined

/** Ends the server behind the tests of a file that may have begun it. */
export function stopPostgresAfterwards(): void {
  afterAll(async () => {
    const begun = server
    server = undefined
    template = undefined
    databases.clear()
    await (await begun)?.stop()
  })
}

/** The address of a real PostgreSQL. */
export async function postgresUrl(): Promise<string> {
  server ??= startPostgres()
  return (await server).url
}

/** The tables that belong to a data folder, in a real PostgreSQL. */
export async function openTestDatabase(dir: string): Promise<Database> {
  return openDatabase({ url: await databaseUrlOf(dir), onFault: fail })
}

/** The address of a data folder's own database, with all tables in it. */
export function databaseUrlOf(dir: string): Promise<string> {
  const made = databases.get(dir) ?? makeDatabaseOf(dir)
  databases.set(dir, made)
  return made
}

async function makeDatabaseOf(dir: string): Promise<string> {
  const name = `t${createHash('sha256').update(dir).digest('hex').slice(0, 24)}`
  await makeTemplate()
  await makeDatabase(`${name} template ${TEMPLATE}`)
  return addressOf(name)
}

const TEMPLATE = 'migrated'
const databases = new Map<string, Promise<string>>()
let template: Promise<void> | undefined

/** To make the tables anew for each test would take longer than most tests. */
function makeTemplate(): Promise<void> {
  template ??= makeDatabase(TEMPLATE).then(async () => {
    const db = await openDatabase({ url: await addressOf(TEMPLATE), onFault: fail })
    await db.destroy()
  })
  return template
}

async function makeDatabase(named: string): Promise<void> {
  const client = new pg.Client({ connectionString: await postgresUrl() })
  await client.connect()
  await client.query(`create database ${named}`)
  await client.end()
}

async function addressOf(name: string): Promise<string> {
  const url = new URL(await postgresUrl())
  url.pathname = `/${name}`
  return url.href
}

/** Ends a store before the connections that it works with. */
export async function closeBoth(store: { close(): unknown }, db: Database): Promise<void> {
  await store.close()
  await db.destroy()
}

function fail(error: unknown): never {
  throw error
}
