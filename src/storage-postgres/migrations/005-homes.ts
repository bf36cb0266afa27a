import { type Kysely, sql } from 'kysely'
import { LEASE_LOST } from '../sql-states.ts'

/**
 * Creates the function that checks an account's lease for a write, and locks it until the
 * transaction ends.
 */
async function makeFence(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function require_fence(account text, node text, lease_epoch bigint) returns void
    language plpgsql as $$
    begin
      perform from leases join nodes on nodes.term = leases.term
      where leases.user_id = account and leases.epoch = lease_epoch
        and nodes.id = node and nodes.until > clock_timestamp()
      for share of leases;
      if not found then
        raise exception 'the lease is over' using errcode = ${sql.lit(LEASE_LOST)};
      end if;
    end $$
  `.execute(db)
}

/**
 * Signs of life of accounts, an index of an account's ledgers, and turns of the work that one node
 * does for all.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await makeFence(db)
  await db.schema
    .createIndex('ledgers_of_accounts')
    .on('ledgers')
    .column('user_id')
    .where(sql.ref('is_live'), '=', sql.lit(true))
    .execute()
  await db.schema
    .createTable('turns')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('next_at', 'timestamptz', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('account_signs')
    .addColumn('user_id', 'text', (column) => column.primaryKey())
    .addColumn('seen_at', 'timestamptz', (column) => column.notNull())
    .modifyEnd(sql`with (fillfactor = 50)`)
    .execute()
}
