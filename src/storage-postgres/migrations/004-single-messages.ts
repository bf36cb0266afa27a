import { type Kysely, sql } from 'kysely'

/**
 * Messages that belong to no campaign. Their index is a part of message ids, which have 28 bits for
 * it. A sequence gives no number twice, even where the program ends before it uses one. Behind the
 * last number it begins anew: by then no phone asks for the first messages any more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create sequence direct_send_index as integer minvalue 0 maxvalue 268435455 cycle`.execute(
    db,
  )
  await db.schema
    .createTable('direct_sends')
    .addColumn('index', 'integer', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .addColumn('image_name', 'text')
    .addColumn('is_proven', 'boolean', (column) => column.notNull().defaultTo(false))
    .addColumn('body', 'json', (column) => column.notNull())
    .modifyEnd(sql`with (fillfactor = 80)`)
    .execute()
  await db.schema.createIndex('direct_sends_oldest').on('direct_sends').column('at_ms').execute()
  await db.schema
    .createIndex('direct_sends_images')
    .on('direct_sends')
    .columns(['user_id', 'image_name'])
    .where(sql.ref('image_name'), 'is not', null)
    .execute()
}
