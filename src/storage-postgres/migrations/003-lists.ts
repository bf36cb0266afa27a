import { type Kysely, sql } from 'kysely'

/**
 * Contact lists. A content has the rows of one list, or of what may become one; a list that is
 * replaced gets another. A contact's row counts from one version of its list up to another: readers
 * keep to the version that they began with. Rows that ended are removed later.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createContents(db)
  await createLists(db)
  await createContacts(db)
  await db.schema
    .createTable('contact_counts')
    .addColumn('user_id', 'text', (column) => column.primaryKey())
    .addColumn('counted', 'json', (column) => column.notNull())
    .execute()
}

async function createContents(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('contact_contents')
    .addColumn('content', 'bigint', (column) => column.generatedAlwaysAsIdentity().primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('is_used', 'boolean', (column) => column.notNull().defaultTo(false))
    .addColumn('begun_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn('ended_at', 'timestamptz')
    .addColumn('cleared_version', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createIndex('contact_contents_of_user')
    .on('contact_contents')
    .column('user_id')
    .execute()
  await db.schema
    .createIndex('contact_contents_unused')
    .on('contact_contents')
    .column('begun_at')
    .where(sql.ref('is_used'), '=', sql.lit(false))
    .execute()
  await db.schema
    .createIndex('contact_contents_ended')
    .on('contact_contents')
    .column('ended_at')
    .where(sql.ref('ended_at'), 'is not', null)
    .execute()
}

async function createLists(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('contact_lists')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('position', 'bigint', (column) => column.generatedAlwaysAsIdentity().notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('content', 'bigint', (column) => column.notNull())
    .addColumn('generation', 'bigint', (column) => column.notNull().defaultTo(1))
    .addColumn('version', 'bigint', (column) => column.notNull().defaultTo(1))
    .addColumn('last_place', 'bigint', (column) => column.notNull())
    .addColumn('total', 'bigint', (column) => column.notNull())
    .addColumn('field_names', 'text', (column) => column.notNull())
    .addColumn('removed_at', 'timestamptz')
    .addPrimaryKeyConstraint('contact_lists_pkey', ['user_id', 'id'])
    .modifyEnd(sql`with (fillfactor = 50)`)
    .execute()
  await db.schema
    .createIndex('contact_lists_newest_first')
    .on('contact_lists')
    .columns(['user_id', 'position desc'])
    .execute()
  await db.schema
    .createIndex('contact_lists_removed')
    .on('contact_lists')
    .column('removed_at')
    .where(sql.ref('removed_at'), 'is not', null)
    .execute()
}

/**
 * One index serves three questions: whether a list has a phone, which lists a person is in, and how
 * many phones a user has. Folded texts are compared byte by byte, whatever the server's locale.
 */
async function createContacts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('contacts')
    .addColumn('content', 'bigint', (column) => column.notNull())
    .addColumn('place', 'bigint', (column) => column.notNull())
    .addColumn('since', 'bigint', (column) => column.notNull())
    .addColumn('until', 'bigint')
    .addColumn('ended_at', 'timestamptz')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('person', 'bigint', (column) => column.notNull())
    .addColumn('phone', 'bigint', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('folded_name', sql`text collate "C"`, (column) => column.notNull())
    .addColumn('headers', 'text')
    .addColumn('cells', 'text')
    .addColumn('folded_cells', sql`text collate "C"`)
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('origin', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('contacts_pkey', ['content', 'place', 'since'])
    .execute()
  await db.schema
    .createIndex('contacts_standing')
    .on('contacts')
    .columns(['user_id', 'person', 'phone', 'content'])
    .unique()
    .where(sql.ref('until'), 'is', null)
    .execute()
  await db.schema
    .createIndex('contacts_ended')
    .on('contacts')
    .column('ended_at')
    .where(sql.ref('ended_at'), 'is not', null)
    .execute()
}
