import { type Kysely, sql } from 'kysely'
import { LEASE_LOST } from '../sql-states.ts'

/**
 * Whether a node may write for an account. `account`, `node` and `lease_epoch` are parameters in
 * one function and columns in the other.
 */
const isHeld = sql`
  leases.user_id = account and leases.epoch = lease_epoch and nodes.term = leases.term
  and nodes.id = node and nodes.until > clock_timestamp()
`

/**
 * Checks and locks the leases of one account, or of many in one transaction: until it ends nobody
 * takes them over.
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
  // Locked in one order, so that two transactions never wait for each other.
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
