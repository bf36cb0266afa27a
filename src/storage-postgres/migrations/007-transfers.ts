import { type Kysely, sql } from 'kysely'

/** A row while everything is being moved into this database: until then nobody may use it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('transfers')
    .addColumn('begun_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute()
}
