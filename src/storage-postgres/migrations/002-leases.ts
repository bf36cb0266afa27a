import { type Kysely, sql } from 'kysely'

/** Which node has which account. Rows of leases that ended are gone: epochs have a sequence of their own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create sequence lease_epochs`.execute(db)
  await db.schema
    .createTable('leases')
    .addColumn('user_id', 'text', (column) => column.primaryKey())
    .addColumn('node_id', 'text', (column) => column.notNull())
    .addColumn('epoch', 'bigint', (column) => column.notNull())
    .addColumn('until', 'timestamptz', (column) => column.notNull())
    .modifyEnd(sql`with (fillfactor = 50)`)
    .execute()
  await db.schema.createIndex('leases_of_node').on('leases').column('node_id').execute()
  await db.schema
    .createTable('nodes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('load', 'integer', (column) => column.notNull())
    .addColumn('seen_at', 'timestamptz', (column) => column.notNull())
    .execute()
}
