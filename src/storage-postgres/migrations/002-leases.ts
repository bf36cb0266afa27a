import { type Kysely, sql } from 'kysely'

/**
 * Which node has which account. A node prolongs the one row of its own, whose number its leases
 * have: nobody who writes under a lease ever keeps it waiting, however many leases there are. An
 * account that needs a home keeps its row when nobody has it, with the number 0.
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
