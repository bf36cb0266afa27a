import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
} from 'kysely'
import { AppError } from '../contract/errors.ts'
import type { Fence } from '../domain/cluster/lease-store.ts'
import { commitFailure, type Database } from './database.ts'
import type { Tables } from './tables.ts'

/** The lease that writes for an account are made under. */
export type Hold = {
  readonly fence: Fence
  /** Whether the lease is known to be over: then nothing is sent to the server any more. */
  readonly isOver?: () => boolean
}

const READING = /^\s*(?:select|with)\b/i
/** Words of statements that change or lock rows. */
const WRITING = /\b(?:insert|update|delete|merge|share)\b/i

/**
 * The same database for the home of one account. Each transaction begins with a check of the lease,
 * in the round trip that it takes anyway, and a single write gets a transaction of its own, so that
 * no store can write around the check. Single reads go through as they are. It is cheap to make,
 * and needs no closing.
 * @throws AppError `lease_lost`, at the first write after the account was lost
 */
export function underFence(db: Database, hold: Hold): Database {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (own) => new PostgresIntrospector(own),
      createDriver: () => createFencedDriver(db, hold),
    },
  })
}

type Place = { readonly own: Database; isInTransaction: boolean; readonly release: () => void }

function createFencedDriver(db: Database, { fence, isOver = () => false }: Hold): Driver {
  const places = new WeakMap<DatabaseConnection, Place>()
  const { userId, nodeId, epoch } = fence
  // As text without parameters: only that can go in one round trip with the beginning.
  const { sql: check } =
    sql`select require_fence(${sql.lit(userId)}, ${sql.lit(nodeId)}, ${sql.lit(epoch)})`.compile(db)

  return {
    init: async () => undefined,
    acquireConnection,
    releaseConnection: async (connection) => placeOf(connection).release(),
    beginTransaction: async (connection, { accessMode, isolationLevel }) => {
      const place = placeOf(connection)
      const level = isolationLevel ? ` isolation level ${isolationLevel}` : ''
      if (accessMode === 'read only') await run(place, `start transaction${level} read only`)
      else await begin(place, level)
      place.isInTransaction = true
    },
    commitTransaction: (connection) => end(placeOf(connection), 'commit'),
    rollbackTransaction: (connection) => end(placeOf(connection), 'rollback'),
    destroy: async () => undefined,
  }

  function acquireConnection(): Promise<DatabaseConnection> {
    return new Promise((resolve, reject) => {
      const using = db.connection().execute(
        (own) =>
          new Promise<void>((release) => {
            const place = { own, release, isInTransaction: false }
            const connection = connectionAt(place)
            places.set(connection, place)
            resolve(connection)
          }),
      )
      using.catch(reject)
    })
  }

  function connectionAt(place: Place): DatabaseConnection {
    return {
      executeQuery: <Row>(query: CompiledQuery) =>
        place.isInTransaction || isReading(query)
          ? place.own.executeQuery<Row>(query)
          : executeAlone<Row>(place, query),
      streamQuery: () => {
        throw new RangeError('rows are read in pages here')
      },
    }
  }

  async function executeAlone<Row>(place: Place, query: CompiledQuery): Promise<QueryResult<Row>> {
    await begin(place)
    try {
      const result = await place.own.executeQuery<Row>(query)
      await commit(place)
      return result
    } catch (error) {
      await rollBack(place)
      throw error
    }
  }

  async function begin(place: Place, level = ''): Promise<void> {
    if (isOver()) throw new AppError('lease_lost', userId)
    try {
      await run(place, `start transaction${level}; ${check}`)
    } catch (error) {
      await rollBack(place)
      throw error
    }
  }

  async function end(place: Place, word: 'commit' | 'rollback'): Promise<void> {
    place.isInTransaction = false
    await run(place, word)
  }

  function placeOf(connection: DatabaseConnection): Place {
    const place = places.get(connection)
    if (!place) throw new RangeError('a connection of another database')
    return place
  }
}

async function run({ own }: Place, text: string): Promise<void> {
  await own.executeQuery(CompiledQuery.raw(text))
}

async function commit(place: Place): Promise<void> {
  await run(place, 'commit').catch((error: unknown) => {
    throw commitFailure(error)
  })
}

/**
 * A failure is ignored: the connection is lost, and its transaction with it. The caller gets the
 * error that came before.
 */
async function rollBack(place: Place): Promise<void> {
  await run(place, 'rollback').catch(() => undefined)
}

function isReading({ sql: text }: CompiledQuery): boolean {
  return READING.test(text) && !WRITING.test(text)
}
