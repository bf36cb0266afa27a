import { type Kysely, sql } from 'kysely'

/**
 * Which node has which account. A lease names the term of its node, so that a node prolongs all
 * leases with its one row, and no write under a lease keeps it waiting. An account that needs a
 * home keeps its row without a node too, with the term 0.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create sequence lease_numbers`.execute(db)
  await db.schema
    .createTable('leases')
    .addColumn('user_id', 'text', (column) => column.primaryKey())
    .addColumn('term', 'bigint', (column) => column.notNull())
    .addColumn('epoch', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('leases_of_term').on('leases').columns(['term', 'user_id']).execute()
  await db.schema
    .createTable('nodes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('term', 'bigint', (column) => column.notNull().unique())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('load', 'integer', (column) => column.notNull())
    .addColumn('is_leaving', 'boolean', (column) => column.notNull())
    .addColumn('seen_at', 'timestamptz', (column) => column.notNull())
    .addColumn('until', 'timestamptz', (column) => column.notNull())
    .modifyEnd(sql`with (fillfactor = 50)`)
    .execute()
}
