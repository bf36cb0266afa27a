import { type Kysely, sql } from 'kysely'

/**
 * What campaigns are found by, of which only scheduled ones have an hour, the sequence of campaign
 * numbers, and secrets.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('campaign_places')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('number', 'bigint', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('due_at', 'timestamptz')
    .addPrimaryKeyConstraint('campaign_places_pkey', ['kind', 'user_id', 'id'])
    .addForeignKeyConstraint(
      'campaign_places_record',
      ['kind', 'user_id', 'id'],
      'records',
      ['kind', 'user_id', 'id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute()
  await db.schema
    .createIndex('campaign_places_due')
    .on('campaign_places')
    .column('due_at')
    .where(sql.ref('due_at'), 'is not', null)
    .execute()
  await db.schema
    .createIndex('campaign_places_by_status')
    .on('campaign_places')
    .columns(['user_id', 'status', 'number desc'])
    .execute()
  await sql`create sequence campaign_numbers`.execute(db)
  await db.schema
    .createTable('secrets')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute()
}
