import { type Kysely, sql } from 'kysely'
import { LEASE_LOST } from '../sql-states.ts'

/** Who may write for an account: parameters of one function, rows of the other have these names. */
const isHeld = sql`
  leases.user_id = account and leases.epoch = lease_epoch and nodes.term = leases.term
  and nodes.id = node and nodes.until > clock_timestamp()
`

/**
 * Asks leases for whoever writes for one account, or for many in one transaction: until that ends
 * nobody takes one of them over.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function require_fence(account text, node text, lease_epoch bigint)
    returns void language plpgsql as $$
    begin
      perform from leases, nodes where ${isHeld} for share of leases;
      if not found then
        raise exception 'the lease is over' using errcode = ${sql.lit(LEASE_LOST)};
      end if;
    end $$
  `.execute(db)
  // All in one order: two transactions never wait for each other.
  await sql`
    create function held_epochs(accounts text[], holders text[], epochs bigint[])
    returns setof bigint language plpgsql as $$
    begin
      return query
        select leases.epoch
        from unnest(accounts, holders, epochs) as fence (account, node, lease_epoch), leases, nodes
        where ${isHeld} order by leases.user_id for share of leases;
    end $$
  `.execute(db)
}
