import { type Kysely, sql } from 'kysely'

/** The recipients of campaigns: the last week's messages, and the index by person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await makeLastMessages(db)
  await makePeople(db)
}

/** Names are numbers: a phone as its digits, a LID negated. */
async function makeLastMessages(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('last_messages')
    .addColumn('id', 'bigint', (column) => column.primaryKey().generatedAlwaysAsIdentity())
    .addColumn('device_key', 'text', (column) => column.notNull())
    .addColumn('names', sql`bigint[]`, (column) => column.notNull())
    .addColumn('campaign_number', 'integer', (column) => column.notNull())
    .addColumn('index', 'integer', (column) => column.notNull())
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('last_messages_in_order')
    .on('last_messages')
    .columns(['at_ms', 'id'])
    .execute()
  await db.schema
    .createIndex('last_messages_of_devices')
    .on('last_messages')
    .columns(['device_key', 'at_ms', 'id'])
    .execute()
}

/**
 * A person is the number of the phone. Rows of one campaign are written together and lie together,
 * so that a block index of a few pages finds them.
 */
async function makePeople(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('indexed_campaigns')
    .addColumn('campaign_number', 'integer', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('attempts_read', 'integer', (column) => column.notNull())
    .addColumn('is_complete', 'boolean', (column) => column.notNull())
    .addColumn('last_place', 'integer', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('indexed_campaigns_of_users')
    .on('indexed_campaigns')
    .column('user_id')
    .execute()
  await db.schema
    .createTable('person_places')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('person', 'bigint', (column) => column.notNull())
    .addColumn('campaign_number', 'integer', (column) => column.notNull())
    .addColumn('index', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('person_places_pkey', [
      'user_id',
      'person',
      'campaign_number',
      'index',
    ])
    .execute()
  await db.schema
    .createTable('person_lids')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('lid', 'bigint', (column) => column.notNull())
    .addColumn('person', 'bigint', (column) => column.notNull())
    .addColumn('campaign_number', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('person_lids_pkey', ['user_id', 'lid', 'person', 'campaign_number'])
    .execute()
  await db.schema
    .createIndex('person_lids_of_people')
    .on('person_lids')
    .columns(['user_id', 'person'])
    .execute()
  for (const table of ['person_places', 'person_lids']) {
    await db.schema
      .createIndex(`${table}_of_campaigns`)
      .on(table)
      .using('brin')
      .column('campaign_number')
      .execute()
  }
}
