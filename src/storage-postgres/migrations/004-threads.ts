import { type Kysely, sql } from 'kysely'

/**
 * The messages of gateways' instances. An instance has a number, which keeps the keys of its
 * messages short. The lock of its row makes changes of its threads wait for each other, and keeps
 * its messages in the order of arrival. Removed instances are hidden at once, and deleted piece by
 * piece.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('thread_instances')
    .addColumn('number', 'bigint', (column) => column.generatedAlwaysAsIdentity().primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('gateway_id', 'text', (column) => column.notNull())
    .addColumn('instance', 'text', (column) => column.notNull())
    .addColumn('last_position', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('message_count', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('is_removed', 'boolean', (column) => column.notNull().defaultTo(false))
    .modifyEnd(sql`with (fillfactor = 50)`)
    .execute()
  await db.schema
    .createIndex('thread_instances_by_name')
    .unique()
    .on('thread_instances')
    .columns(['user_id', 'gateway_id', 'instance'])
    .where(sql.ref('is_removed'), '=', sql.lit(false))
    .execute()
  await db.schema
    .createIndex('thread_instances_removed')
    .on('thread_instances')
    .column('number')
    .where(sql.ref('is_removed'), '=', sql.lit(true))
    .execute()
  await db.schema
    .createTable('thread_chats')
    .addColumn('instance', 'bigint', (column) => column.notNull())
    .addColumn('jid', 'text', (column) => column.notNull())
    .addColumn('lid', 'text')
    .addColumn('message_count', 'integer', (column) => column.notNull())
    .addColumn('unread_count', 'integer', (column) => column.notNull())
    .addColumn('last_at_seconds', 'bigint', (column) => column.notNull())
    .addColumn('summary', 'json', (column) => column.notNull())
    .addPrimaryKeyConstraint('thread_chats_pkey', ['instance', 'jid'])
    .modifyEnd(sql`with (fillfactor = 50)`)
    .execute()
  await db.schema
    .createIndex('thread_chats_unread')
    .on('thread_chats')
    .column('instance')
    .where(sql.ref('unread_count'), '>', sql.lit(0))
    .execute()
  await db.schema
    .createTable('thread_lids')
    .addColumn('instance', 'bigint', (column) => column.notNull())
    .addColumn('lid', 'text', (column) => column.notNull())
    .addColumn('jid', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('thread_lids_pkey', ['instance', 'lid'])
    .execute()
  await db.schema
    .createTable('thread_messages')
    .addColumn('instance', 'bigint', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('chat', 'text', (column) => column.notNull())
    .addColumn('sent_at_seconds', 'bigint', (column) => column.notNull())
    .addColumn('is_from_me', 'boolean', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('status_rank', 'smallint', (column) => column.notNull())
    .addColumn('is_unread', 'boolean', (column) => column.notNull())
    .addColumn('body', 'json', (column) => column.notNull())
    .addPrimaryKeyConstraint('thread_messages_pkey', ['instance', 'id'])
    .modifyEnd(sql`with (fillfactor = 70)`)
    .execute()
  await db.schema
    .createIndex('thread_messages_by_arrival')
    .on('thread_messages')
    .columns(['instance', 'position'])
    .execute()
  await db.schema
    .createIndex('thread_messages_by_time')
    .on('thread_messages')
    .columns(['instance', 'sent_at_seconds', 'position'])
    .execute()
  await db.schema
    .createIndex('thread_messages_of_chat')
    .on('thread_messages')
    .columns(['instance', 'chat', 'sent_at_seconds', 'position'])
    .execute()
  await db.schema
    .createIndex('thread_messages_unread')
    .on('thread_messages')
    .columns(['instance', 'chat', 'position'])
    .where(sql.ref('is_unread'), '=', sql.lit(true))
    .execute()
  await db.schema
    .createTable('thread_early_statuses')
    .addColumn('instance', 'bigint', (column) => column.notNull())
    .addColumn('message_id', 'text', (column) => column.notNull())
    .addColumn('position', 'bigint', (column) => column.generatedAlwaysAsIdentity().notNull())
    .addColumn('status_rank', 'smallint', (column) => column.notNull())
    .addPrimaryKeyConstraint('thread_early_statuses_pkey', ['instance', 'message_id'])
    .execute()
}
