import type { Kysely } from 'kysely'

/**
 * The last messages that each bot received. `bot` names a chatbot by its id, or an instance by its
 * name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('bot_replies')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('gateway_id', 'text', (column) => column.notNull())
    .addColumn('bot', 'text', (column) => column.notNull())
    .addColumn('position', 'bigint', (column) => column.generatedAlwaysAsIdentity().notNull())
    .addColumn('remote_jid', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('at', 'timestamptz', (column) => column.notNull())
    .addColumn('body', 'json', (column) => column.notNull())
    .addPrimaryKeyConstraint('bot_replies_pkey', ['user_id', 'gateway_id', 'bot', 'position'])
    .execute()
}
