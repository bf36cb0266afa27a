import { sql } from 'kysely'
import pg from 'pg'
import { z } from 'zod'
import { AppError } from '../../contract/errors.ts'
import { asked, type Database, inTransaction } from '../database.ts'
import { migrations } from '../migrations/migrations.ts'

/** A kind of record that a node writes even while there is no account. */
const OWN_KIND = 'client-versions'
/** Tables that describe the use of the database, and are no part of the data that is moved. */
const lasting = ['leases', 'nodes', 'transfers'] as const
const CONNECT_TIMEOUT_MS = 5_000

/**
 * `foreign`: none of the program's tables are in it. `outdated`: some are missing, as an earlier
 * version leaves it.
 */
export type DatabaseState = 'foreign' | 'outdated' | 'current'

/** Inspects a database, and changes nothing. @throws AppError `storage_unavailable` */
export async function inspectDatabase(url: string): Promise<DatabaseState> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  })
  try {
    await client.connect()
    const found = await client.query("select to_regclass('kysely_migration') as migrated")
    const [{ migrated }] = Regclass.parse(found.rows)
    if (migrated === null) return 'foreign'
    const { rows } = await client.query('select name from kysely_migration')
    const made = new Set(Names.parse(rows).map(({ name }) => name))
    if (!made.has('001-records')) return 'foreign'
    return Object.keys(migrations).every((name) => made.has(name)) ? 'current' : 'outdated'
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer'
    throw new AppError('storage_unavailable', `the database: ${code}`, { cause: error })
  } finally {
    await client.end().catch(() => undefined)
  }
}

const Regclass = z.tuple([z.object({ migrated: z.string().nullable() })])
const Names = z.array(z.object({ name: z.string() }))

/**
 * Empties a database for a transfer, and marks it as unfinished.
 * @returns false, and changes nothing, where the database holds data of somebody already
 */
export async function beginTransfer(db: Database): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await sql`lock table transfers in exclusive mode`.execute(tx)
    if (!(await isFreeIn(tx))) return false
    const names = (await tablesWith(tx, null)).map((name) => sql.table(name))
    await sql`truncate ${sql.join(names)} restart identity`.execute(tx)
    await tx.deleteFrom('transfers').execute()
    await tx.insertInto('transfers').defaultValues().execute()
    return true
  })
}

/** Whether the database is empty, or holds only what an unfinished transfer left. */
export async function isFree(db: Database): Promise<boolean> {
  return asked(() => isFreeIn(db))
}

async function isFreeIn(db: Querying): Promise<boolean> {
  const begun = await db.selectFrom('transfers').select('begun_at').executeTakeFirst()
  return begun !== undefined || !(await isUsed(db))
}

/**
 * Removes the mark, so that nodes may use the database. Waits until everything is on the server's
 * disk.
 */
export async function finishTransfer(db: Database): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`set local synchronous_commit to default`.execute(tx)
    await tx.deleteFrom('transfers').execute()
  })
}

/**
 * The number grows with each node that enters and with each lease: where it has not changed, no
 * node was at work meanwhile.
 */
export async function lastLeaseNumber(db: Database): Promise<string> {
  const query = sql<{ number: string }>`select last_value || ' ' || is_called as number
    from lease_numbers`
  const { rows } = await asked(() => query.execute(db))
  return rows[0]?.number ?? ''
}

type Querying = Pick<Database, 'selectFrom' | 'getExecutor'>

async function isUsed(db: Querying): Promise<boolean> {
  for (const name of await tablesWith(db, 'user_id')) {
    const rows = sql`select 1 from ${sql.table(name)} ${
      name === 'records' ? sql`where kind <> ${OWN_KIND}` : sql``
    } limit 1`
    if ((await rows.execute(db)).rows.length > 0) return true
  }
  return false
}

/** The tables of the data, or those among them that have this column. */
async function tablesWith(db: Querying, column: string | null): Promise<readonly string[]> {
  const query = sql<{ name: string }>`
    select t.table_name as name from information_schema.tables t
    where t.table_schema = current_schema() and t.table_type = 'BASE TABLE'
      and t.table_name not like 'kysely_%' and t.table_name <> all(${[...lasting]}::text[])
      and (${column}::text is null or exists (
        select from information_schema.columns c
        where c.table_schema = t.table_schema and c.table_name = t.table_name
          and c.column_name = ${column}::text
      ))
  `
  return (await query.execute(db)).rows.map(({ name }) => name)
}
