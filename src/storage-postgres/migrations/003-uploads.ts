import { type Kysely, sql } from 'kysely'

/**
 * An upload exists once all of its chunks do. A row for each user counts the uploads; its lock
 * keeps simultaneous uploads within the user's quota.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('uploads')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('position', 'bigint', (column) => column.generatedAlwaysAsIdentity().notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('body', 'json', (column) => column.notNull())
    .addColumn('is_whole', 'boolean', (column) => column.notNull().defaultTo(false))
    .addColumn('begun_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addPrimaryKeyConstraint('uploads_pkey', ['user_id', 'name'])
    .execute()
  await sql`create index uploads_newest_first on uploads (user_id, position desc) where is_whole`.execute(
    db,
  )
  await sql`create index uploads_unfinished on uploads (begun_at) where not is_whole`.execute(db)
  await db.schema
    .createTable('upload_chunks')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('place', 'integer', (column) => column.notNull())
    .addColumn('bytes', 'bytea', (column) => column.notNull())
    .addPrimaryKeyConstraint('upload_chunks_pkey', ['user_id', 'name', 'place'])
    .addForeignKeyConstraint(
      'upload_chunks_upload',
      ['user_id', 'name'],
      'uploads',
      ['user_id', 'name'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute()
  // Pictures and sounds are compressed already.
  await sql`alter table upload_chunks alter column bytes set storage external`.execute(db)
  await db.schema
    .createTable('upload_usage')
    .addColumn('user_id', 'text', (column) => column.primaryKey())
    .addColumn('upload_count', 'bigint', (column) => column.notNull())
    .addColumn('byte_count', 'bigint', (column) => column.notNull())
    .execute()
}
