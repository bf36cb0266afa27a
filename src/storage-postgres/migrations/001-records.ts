import { type Kysely, sql } from 'kysely'

/**
 * Records of every kind, as their schemas write them. The text of `json`, and not `jsonb`: users may
 * write what that refuses, such as a zero byte. Half of each page stays free, since a change writes
 * the whole row anew. A record with the time of its removal can still be brought back.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('records')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('position', 'bigint', (column) => column.generatedAlwaysAsIdentity().notNull())
    .addColumn('version', 'smallint', (column) => column.notNull())
    .addColumn('body', 'json', (column) => column.notNull())
    .addColumn('removed_at', 'timestamptz')
    .addPrimaryKeyConstraint('records_pkey', ['kind', 'user_id', 'id'])
    .modifyEnd(sql`with (fillfactor = 50)`)
    .execute()
  await db.schema
    .createIndex('records_newest_first')
    .on('records')
    .columns(['kind', 'user_id', 'position desc'])
    .execute()
  await db.schema
    .createIndex('records_removed')
    .on('records')
    .columns(['kind', 'removed_at'])
    .where(sql.ref('removed_at'), 'is not', null)
    .execute()
  await db.schema
    .createTable('record_keys')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('digest', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('record_keys_pkey', ['kind', 'key', 'digest', 'user_id', 'id'])
    .addForeignKeyConstraint(
      'record_keys_record',
      ['kind', 'user_id', 'id'],
      'records',
      ['kind', 'user_id', 'id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute()
  await db.schema
    .createIndex('record_keys_of_record')
    .on('record_keys')
    .columns(['kind', 'user_id', 'id'])
    .execute()
}
