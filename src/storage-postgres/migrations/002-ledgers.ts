import { type Kysely, sql } from 'kysely'

/**
 * A campaign's audience never changes; the progress of a recipient is a row of its own, written
 * anew with each fact. The columns are `json`, which keeps texts that `jsonb` and `text` refuse. A
 * ledger that is not live is being made, or gone, and so are the rows that name it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('ledgers')
    .addColumn('id', 'bigint', (column) => column.primaryKey().generatedAlwaysAsIdentity())
    .addColumn('campaign_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('header', 'json', (column) => column.notNull())
    .addColumn('recipient_count', 'integer', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('is_live', 'boolean', (column) => column.notNull())
    .addColumn('changed_at', 'timestamptz', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('ledgers_of_campaigns')
    .unique()
    .on('ledgers')
    .column('campaign_id')
    .where(sql.ref('is_live'), '=', sql.lit(true))
    .execute()
  await db.schema
    .createIndex('ledgers_gone')
    .on('ledgers')
    .column('id')
    .where(sql.ref('is_live'), '=', sql.lit(false))
    .execute()
  await db.schema
    .createTable('recipients')
    .addColumn('ledger_id', 'bigint', (column) => column.notNull())
    .addColumn('index', 'integer', (column) => column.notNull())
    .addColumn('addressee', 'json', (column) => column.notNull())
    .addPrimaryKeyConstraint('recipients_pkey', ['ledger_id', 'index'])
    .execute()
  await db.schema
    .createTable('recipient_states')
    .addColumn('ledger_id', 'bigint', (column) => column.notNull())
    .addColumn('index', 'integer', (column) => column.notNull())
    .addColumn('place', 'integer')
    .addColumn('handed_over', 'integer')
    .addColumn('state', 'json', (column) => column.notNull())
    .addPrimaryKeyConstraint('recipient_states_pkey', ['ledger_id', 'index'])
    // Leaves room in each page: a new version of a row stays in it, and no index has to change.
    .modifyEnd(sql`with (fillfactor = 60)`)
    .execute()
  await db.schema
    .createIndex('recipient_states_in_order')
    .unique()
    .on('recipient_states')
    .columns(['ledger_id', 'place'])
    .where(sql.ref('place'), 'is not', null)
    .execute()
}
