import { Socket } from 'node:net'
import {
  CompiledQuery,
  type DatabaseConnection,
  DEFAULT_MIGRATION_TABLE,
  Kysely,
  Migrator,
  PostgresDialect,
  sql,
  type Transaction,
} from 'kysely'
import pg from 'pg'
import { AppError } from '../contract/errors.ts'
import { migrations } from './migrations/migrations.ts'
import { LEASE_LOST, OUTRANKED } from './sql-states.ts'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>

/** Time limit for connecting: a server that hangs must not hang the program. */
const CONNECT_TIMEOUT_MS = 5_000
/** How long a query waits for a free connection while all are in use. */
const PLACE_TIMEOUT_MS = 60_000
const QUERY_TIMEOUT_MS = 15_000
/** A migration may rebuild a large table. */
const MIGRATION_TIMEOUT_MS = 10 * 60_000
const CONNECTION_COUNT = 10
const ATTEMPT_COUNT = 5

export type DatabaseOptions = {
  /** `postgres://user:password@host:port/name`; never shown. */
  readonly url: string
  /** The PostgreSQL schema that the tables are in; the connection's own by default. */
  readonly schema?: string
  /**
   * Set while everything is being moved into the database: until that ends nobody else may use it.
   */
  readonly mayBeUnfinished?: boolean
  /** Whether the last writes may be lost when the server crashes; earlier ones never are. */
  readonly mayLoseLast?: boolean
  /** Upper limit of connections. */
  readonly connectionCount?: number
  /** Time limit of a query at the server. */
  readonly queryTimeoutMs?: number
  /** A connection without traffic for so long counts as lost. Longer than a query's time limit. */
  readonly silentMs?: number
  /** Called when an idle connection was lost. */
  readonly onFault: (error: unknown) => void
}

/**
 * Connects to the database and brings its tables up to date. Several programs may do so at once:
 * one migrates while the others wait.
 * @throws AppError `storage_unavailable`; `newer_format` where a later program has changed the
 * tables; UnfinishedTransferError
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  await migrate(options)
  return connectDatabase(options)
}

/** Connects to a database whose tables are up to date; each query finds out whether it answers. */
export function connectDatabase(options: DatabaseOptions): Database {
  const {
    queryTimeoutMs: timeoutMs = QUERY_TIMEOUT_MS,
    silentMs,
    connectionCount: count = CONNECTION_COUNT,
  } = options
  return connect(options, { timeoutMs, silentMs, placeMs: PLACE_TIMEOUT_MS, count })
}

/** A move into this database was not finished: it holds only a part of the data. */
class UnfinishedTransferError extends Error {
  constructor() {
    super('a move into the database did not come to its end')
    this.name = 'UnfinishedTransferError'
  }
}

async function migrate(options: DatabaseOptions): Promise<void> {
  const db = connect(options, {
    ...{ timeoutMs: MIGRATION_TIMEOUT_MS, placeMs: CONNECT_TIMEOUT_MS },
    count: 1,
  })
  try {
    const migrator = new Migrator({
      db,
      provider: { getMigrations: async () => migrations },
      ...(options.schema !== undefined && { migrationTableSchema: options.schema }),
    })
    const { error } = await migrator.migrateToLatest()
    if (error !== undefined) {
      await refuseNewer(db)
      throw databaseUnavailable('cannot migrate', error)
    }
    if (options.mayBeUnfinished !== true) await refuseUnfinished(db)
  } finally {
    await db.destroy()
  }
}

async function refuseUnfinished(db: Database): Promise<void> {
  const begun = db.selectFrom('transfers').select('begun_at').limit(1)
  if (await asked(() => begun.executeTakeFirst())) throw new UnfinishedTransferError()
}

/** @throws AppError `newer_format` where a later program has changed the tables */
async function refuseNewer(db: Database): Promise<void> {
  const made = sql<{ readonly name: string }>`
    select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name
  `.execute(db)
  const { rows } = await made.catch(() => ({ rows: [] }))
  const unknown = rows.map(({ name }) => name).filter((name) => !(name in migrations))
  if (unknown.length > 0)
    throw new AppError('newer_format', `the database has ${unknown.join(', ')}`)
}

function connect(
  { url, schema, mayLoseLast = false, onFault }: DatabaseOptions,
  {
    timeoutMs,
    silentMs = timeoutMs + CONNECT_TIMEOUT_MS,
    placeMs,
    count,
  }: {
    readonly timeoutMs: number
    readonly silentMs?: number | undefined
    readonly placeMs: number
    readonly count: number
  },
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    ...(schema !== undefined && { options: `-c search_path=${schema}` }),
    application_name: 'disparo',
    connectionTimeoutMillis: placeMs,
    statement_timeout: timeoutMs,
    stream: () => silentFor(silentMs),
    // An idle connection is closed before its silence would count as a fault.
    idleTimeoutMillis: silentMs / 2,
    idle_in_transaction_session_timeout: timeoutMs,
    keepAlive: true,
    max: count,
  })
  pool.on('error', (error) => {
    // A server that stops together with the program may end a connection that is closing anyway.
    if (pool.ending) return
    // The pool's error holds the whole client, which must not get into a log.
    onFault(new AppError('storage_unavailable', `an idle connection: ${codeOf(error)}`))
  })
  pool.on('connect', (client) => {
    // A connection that is lost in use fails its query. Without a listener Node would end the
    // program.
    client.on('error', () => undefined)
  })
  const onCreateConnection = async (connection: DatabaseConnection) => {
    await connection.executeQuery(CompiledQuery.raw('set synchronous_commit = off'))
  }
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool, ...(mayLoseLast && { onCreateConnection }) }),
  })
}

/** Whether the database answers. */
export async function isReachable(db: Database): Promise<boolean> {
  try {
    await sql`select 1`.execute(db)
    return true
  } catch {
    return false
  }
}

/**
 * A socket that closes after so long without traffic: the query fails when the server hangs or the
 * network drops everything, and no later query is sent over the same connection.
 */
function silentFor(ms: number): Socket {
  const socket = new Socket()
  return socket.setTimeout(ms, () => socket.destroy())
}

/**
 * Wraps an error of the program's own code inside a transaction, to tell it from the database's.
 */
class OwnError extends Error {}

/** Runs code of the program inside of a transaction: `asked` rethrows its errors unchanged. */
export function ownWork<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (cause) {
    throw new OwnError('the work inside a transaction', { cause })
  }
}

/** A commit got no answer: the server may or may not have kept the transaction. */
class LostCommitError extends Error {
  constructor(cause: unknown) {
    super('no answer to a commit', { cause })
    this.name = 'LostCommitError'
  }
}

/**
 * The error of a failed commit: `LostCommitError` where the server may have kept it all the same.
 */
export function commitFailure(error: unknown): unknown {
  const isAnswered =
    error instanceof AppError ||
    // Codes 57P: the server was shutting down, and may have kept the transaction before.
    (error instanceof pg.DatabaseError && error.code?.startsWith('57P') !== true)
  return isAnswered ? error : new LostCommitError(error)
}

/**
 * Runs `work` in one transaction, again where the server ended it in favour of another.
 * @throws AppError `storage_unavailable`; `storage_unsettled` where it may have been kept all the
 * same
 */
export async function inTransaction<Result>(
  db: Database,
  work: (tx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await asked(() => transact(db, work))
    } catch (error) {
      if (attempt === ATTEMPT_COUNT || !isOutranked(error)) throw error
    }
  }
}

async function transact<Result>(
  db: Database,
  work: (tx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  let isWorkDone = false
  try {
    return await db.transaction().execute(async (tx) => {
      const result = await work(tx)
      isWorkDone = true
      return result
    })
  } catch (error) {
    // After `work` only the commit was left: this is its failure.
    throw isWorkDone ? commitFailure(error) : error
  }
}

/**
 * @throws AppError `storage_unavailable`; for a write under a fence `lease_lost`, or
 * `storage_unsettled` where it may have been kept all the same
 */
export async function asked<Result>(query: () => Promise<Result>): Promise<Result> {
  try {
    return await query()
  } catch (error) {
    if (error instanceof OwnError) throw error.cause
    throw databaseUnavailable('the database', error)
  }
}

function isOutranked(error: unknown): boolean {
  return error instanceof AppError && OUTRANKED.has(codeOf(error.cause))
}

/** Names only the server's code of a failed query: its texts quote values. */
function databaseUnavailable(subject: string, cause: unknown): AppError {
  if (cause instanceof AppError) return cause
  if (cause instanceof LostCommitError) {
    return new AppError('storage_unsettled', `${subject}: ${codeOf(cause.cause)}`, { cause })
  }
  const code = codeOf(cause)
  if (code === LEASE_LOST) return new AppError('lease_lost', subject, { cause })
  return new AppError('storage_unavailable', `${subject}: ${code}`, { cause })
}

/** The code of the server's or the network's error. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'no answer'
}
