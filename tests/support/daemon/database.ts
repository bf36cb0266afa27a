import pg from 'pg'
import { type PostgresServer, startPostgres } from '../storage/postgres-server.ts'

export type OwnDatabase = {
  readonly url: string
  close(): Promise<void>
}

/** Of all daemons of this process: there as long as one of them has a database in it. */
let server: Promise<PostgresServer> | undefined
let inUse = 0
let madeCount = 0

/** An empty database of its own for one daemon, which outlives the daemon's restarts. */
export async function aDatabase(): Promise<OwnDatabase> {
  inUse += 1
  madeCount += 1
  const name = `daemon${madeCount}`
  server ??= startPostgres()
  const { url } = await server
  const own = new URL(url)
  own.pathname = `/${name}`
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return { url: own.href, close }
}

async function close(): Promise<void> {
  inUse -= 1
  if (inUse > 0) return
  const unused = server
  server = undefined
  await (await unused)?.stop()
}
