import { type Kysely, sql } from 'kysely'

/**
 * Events for webhooks. The row of an outbox counts its waiting events, and its lock keeps their
 * order: positions are given in the order in which events become visible. Half of each page stays
 * free, since every attempt writes an event's row anew.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('outboxes')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('instance', 'text', (column) => column.notNull())
    .addColumn('last_position', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('waiting_count', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('waiting_bytes', 'bigint', (column) => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('outboxes_pkey', ['user_id', 'instance'])
    .modifyEnd(sql`with (fillfactor = 50)`)
    .execute()
  await db.schema
    .createIndex('outboxes_waiting')
    .on('outboxes')
    .columns(['user_id', 'instance'])
    .where(sql.ref('waiting_count'), '>', sql.lit(0))
    .execute()
  await db.schema
    .createTable('outbox_events')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('instance', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('ended_position', 'bigint')
    .addColumn('attempt_count', 'integer', (column) => column.notNull())
    .addColumn('bytes', 'integer', (column) => column.notNull())
    .addColumn('held_by', 'text')
    .addColumn('held_until', 'timestamptz')
    .addColumn('event', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('state', 'json', (column) => column.notNull())
    .addColumn('body', 'json')
    .addPrimaryKeyConstraint('outbox_events_pkey', ['user_id', 'instance', 'id'])
    .addForeignKeyConstraint(
      'outbox_events_outbox',
      ['user_id', 'instance'],
      'outboxes',
      ['user_id', 'instance'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .modifyEnd(sql`with (fillfactor = 50)`)
    .execute()
  await db.schema
    .createIndex('outbox_events_waiting')
    .on('outbox_events')
    .columns(['user_id', 'instance', 'position'])
    .where(sql.ref('ended_position'), 'is', null)
    .execute()
  await db.schema
    .createIndex('outbox_events_ended')
    .on('outbox_events')
    .columns(['user_id', 'instance', 'ended_position'])
    .where(sql.ref('ended_position'), 'is not', null)
    .execute()
}
