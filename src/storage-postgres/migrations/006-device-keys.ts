import { type Kysely, sql } from 'kysely'

/** WhatsApp's keys of devices, and the events that arrived for them and are not handled yet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create sequence device_openings`.execute(db)
  // A stored opening was not closed. Stores with an `aside` name are not in use any more.
  await db.schema
    .createTable('device_stores')
    .addColumn('id', 'bigint', (column) => column.generatedAlwaysAsIdentity().primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('device_key', 'text', (column) => column.notNull())
    .addColumn('server_key', 'text')
    .addColumn('is_paired', 'boolean', (column) => column.notNull().defaultTo(false))
    .addColumn('keys_opening', 'bigint')
    .addColumn('spool_opening', 'bigint')
    .addColumn('aside', 'text')
    .execute()
  await db.schema
    .createIndex('device_stores_in_use')
    .on('device_stores')
    .column('device_key')
    .unique()
    .where(sql.ref('aside'), 'is', null)
    .execute()
  await db.schema
    .createIndex('device_stores_aside')
    .on('device_stores')
    .column('device_key')
    .where(sql.ref('aside'), 'is not', null)
    .execute()
  await db.schema
    .createTable('device_keys')
    .addColumn('store_id', 'bigint', (column) =>
      column.notNull().references('device_stores.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('device_keys_pkey', ['store_id', 'name'])
    .modifyEnd(sql`with (fillfactor = 70)`)
    .execute()
  await db.schema
    .createTable('spooled_events')
    .addColumn('store_id', 'bigint', (column) =>
      column.notNull().references('device_stores.id').onDelete('cascade'),
    )
    .addColumn('number', 'bigint', (column) => column.notNull())
    .addColumn('event', 'text', (column) => column.notNull())
    .addColumn('is_readable', 'boolean', (column) => column.notNull().defaultTo(true))
    .addPrimaryKeyConstraint('spooled_events_pkey', ['store_id', 'number'])
    .execute()
}
