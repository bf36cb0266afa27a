import { type RawBuilder, type Selectable, sql, type Transaction } from 'kysely'
import { CampaignStatus } from '../contract/campaigns/campaign-status.ts'
import type {
  ClusterNode,
  Fence,
  KnownNode,
  LeaseStore,
  TermLease,
} from '../domain/cluster/lease-store.ts'
import { asked, type Database } from './database.ts'
import type { Tables } from './tables.ts'

/** Not `now()`, which is the begin of the transaction, before it waited for a lock. */
const NOW = sql<Date>`clock_timestamp()`
/** One sequence numbers terms and epochs. */
const NEXT_NUMBER = sql<string>`nextval('lease_numbers')`
/** The term of a lease that nobody has. */
const NOBODYS = '0'
/** A node that died stays in the list for so long. */
const REMEMBERED_MS = 24 * 60 * 60_000

/**
 * Which node has which account: a row for each lease, which is good while its node's term lasts.
 * @param enlistOver database for `enlist`, whose query reads much and may take long; `db` by
 * default
 */
export function openLeases(
  db: Database,
  { enlistOver = db }: { readonly enlistOver?: Database } = {},
): LeaseStore {
  return { enter, stay, leave, take, giveBack, holder, nodes, unheld, needing, enlist }

  async function enter(
    { id, ...node }: ClusterNode,
    { termMs }: { readonly termMs: number },
  ): Promise<number> {
    const begun = { term: NEXT_NUMBER, ...signOf(node, termMs) }
    return asked(async () => {
      await db.deleteFrom('nodes').where('until', '<', inMs(-REMEMBERED_MS)).execute()
      const { term } = await db
        .insertInto('nodes')
        .values({ id, ...begun })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(begun))
        .returning('term')
        .executeTakeFirstOrThrow()
      return Number(term)
    })
  }

  async function stay(
    { id, ...node }: ClusterNode,
    { term, termMs }: { readonly term: number; readonly termMs: number },
  ): Promise<readonly TermLease[] | undefined> {
    return asked(async () => {
      const prolonged = await db
        .updateTable('nodes')
        .set(signOf(node, termMs))
        .where((at) => at.and({ id, term: String(term) }))
        .where('until', '>', NOW)
        .returning('term')
        .executeTakeFirst()
      if (!prolonged) return undefined
      const leases = await db
        .selectFrom('leases')
        .where('term', '=', String(term))
        .select(['user_id', 'epoch'])
        .execute()
      return leases.map((row) => ({ userId: row.user_id, epoch: Number(row.epoch) }))
    })
  }

  async function leave(nodeId: string): Promise<void> {
    await asked(() => db.deleteFrom('nodes').where('id', '=', nodeId).execute())
  }

  /**
   * Takes a lease without waiting for its row: a long write under an earlier lease would keep a
   * connection that other leases need. Terms are read as of the statement's begin, and only the
   * lease that was seen then is taken.
   */
  async function take(userId: string, term: number): Promise<number | undefined> {
    const own = sql`select term from nodes where term = ${term} and until > ${NOW}`
    const { rows } = await asked(() =>
      sql<{ readonly epoch: string }>`
        with free as (
          select leases.user_id from leases join leases as seen using (user_id, epoch)
          where user_id = ${userId} and (seen.term = ${term} or not exists (
            select from nodes where nodes.term = seen.term and until > statement_timestamp()
          ))
          for update of leases skip locked
        ), taken as (
          update leases set term = own.term, epoch = ${NEXT_NUMBER}
          from free, (${own}) as own where leases.user_id = free.user_id
          returning epoch
        ), made as (
          insert into leases (user_id, term, epoch)
          select ${userId}, term, ${NEXT_NUMBER} from (${own}) as own
          where not exists (select from taken)
          on conflict (user_id) do nothing
          returning epoch
        )
        select epoch from taken union all select epoch from made`.execute(db),
    )
    return rows[0] && Number(rows[0].epoch)
  }

  async function giveBack(leases: readonly TermLease[]): Promise<void> {
    await asked(async () => {
      await db
        .deleteFrom('leases')
        .where(isOneOf(leases))
        .where(({ not }) => not(needsHome(sql.ref('leases.user_id'))))
        .execute()
      await db.updateTable('leases').set({ term: NOBODYS }).where(isOneOf(leases)).execute()
    })
  }

  async function holder(userId: string): Promise<KnownNode | undefined> {
    const found = await asked(() =>
      knownNodes()
        .innerJoin('leases', 'leases.term', 'nodes.term')
        .where('leases.user_id', '=', userId)
        .where('nodes.until', '>', NOW)
        .executeTakeFirst(),
    )
    return found && toNode(found)
  }

  async function nodes(): Promise<readonly KnownNode[]> {
    const found = await asked(() => knownNodes().orderBy('nodes.id').execute())
    return found.map(toNode)
  }

  function knownNodes() {
    return db
      .selectFrom('nodes')
      .select(['nodes.id', 'nodes.url', 'nodes.load', 'nodes.is_leaving', 'nodes.seen_at'])
      .select(({ eb }) => eb('nodes.until', '>', NOW).as('is_alive'))
      .select(sql<number>`(extract(epoch from ${NOW} - seen_at) * 1000)::integer`.as('silent_ms'))
  }

  /** Steps from term to term in the index: there are few terms, and many leases of each. */
  async function unheld(limit: number): Promise<readonly string[]> {
    const { rows } = await asked(() =>
      sql<{ readonly user_id: string }>`
        with recursive terms as (
          select min(term) as term from leases
          union all
          select (select min(term) from leases where leases.term > terms.term)
          from terms where terms.term is not null
        )
        select found.user_id from terms cross join lateral (
          select user_id from leases where leases.term = terms.term order by user_id limit ${limit}
        ) as found
        where terms.term is not null and not exists (
          select from nodes where nodes.term = terms.term and until > ${NOW}
        )
        limit ${limit}`.execute(db),
    )
    return rows.map((row) => row.user_id)
  }

  async function needing(userIds: readonly string[]): Promise<readonly string[]> {
    const { rows } = await asked(() =>
      sql<{ readonly user_id: string }>`
        select user_id from unnest(${userIds}::text[]) as account (user_id)
        where ${needsHome(sql.ref('account.user_id'))}`.execute(db),
    )
    return rows.map((row) => row.user_id)
  }

  /** Adds the missing leases in the order of the ids, so that several nodes can do so at once. */
  async function enlist(): Promise<void> {
    await asked(() =>
      sql`
        insert into leases (user_id, term, epoch)
        select user_id, ${NOBODYS}::bigint, 0 from (${allNeeding}) as account
        where not exists (select from leases where leases.user_id = account.user_id)
        order by user_id
        on conflict (user_id) do nothing`.execute(enlistOver),
    )
  }
}

/**
 * Locks those of these leases that are still held, so that nobody takes one over until the
 * transaction ends. For one account `underFence` does so.
 * @returns the epochs of these leases
 */
export async function heldEpochs(
  tx: Transaction<Tables>,
  fences: readonly Fence[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ readonly epoch: string }>`
    select epoch from held_epochs(
      ${fences.map(({ userId }) => userId)}::text[],
      ${fences.map(({ nodeId }) => nodeId)}::text[],
      ${fences.map(({ epoch }) => epoch)}::bigint[]
    ) as epoch`.execute(tx)
  return new Set(rows.map(({ epoch }) => Number(epoch)))
}

const ACTIVE = [CampaignStatus.scheduled, CampaignStatus.running, CampaignStatus.paused]

/** The rows for which an account needs a home; `user_id` is the account. */
const needs = [
  sql`select user_id from records where kind = 'devices'`,
  sql`select user_id from campaign_places where status = any(${ACTIVE}::text[])`,
  sql`select user_id from outboxes where waiting_count > 0`,
  // The account is being removed. No text can contain this: quotation marks in texts are escaped.
  sql`select user_id from records where kind = 'users' and body::text like '%"closedAt":"%'`,
]

const allNeeding = sql.join(needs, sql` union `)

function needsHome(userId: RawBuilder<unknown>): RawBuilder<boolean> {
  const found = needs.map((need) => sql`exists (${need} and user_id = ${userId})`)
  return sql<boolean>`(${sql.join(found, sql` or `)})`
}

type NodeRow = Omit<Selectable<Tables['nodes']>, 'term' | 'until'> & {
  readonly is_alive: unknown
  readonly silent_ms: number
}

function toNode({ id, url, load, ...row }: NodeRow): KnownNode {
  const { is_leaving: isLeaving, is_alive: isAlive, silent_ms: silentMs } = row
  const seenAt = row.seen_at.toISOString()
  return { id, url, load, isLeaving, seenAt, silentMs, isAlive: isAlive === true }
}

/** The columns of a node's row that a sign of life sets. */
function signOf({ url, load, isLeaving }: Omit<ClusterNode, 'id'>, termMs: number) {
  return { url, load, is_leaving: isLeaving, seen_at: NOW, until: inMs(termMs) }
}

function inMs(ms: number) {
  return sql<Date>`clock_timestamp() + ${ms} * interval '1 millisecond'`
}

function isOneOf(leases: readonly TermLease[]) {
  const rows = sql`select * from unnest(
    ${leases.map(({ userId }) => userId)}::text[],
    ${leases.map(({ epoch }) => epoch)}::bigint[]
  )`
  return sql<boolean>`(user_id, epoch) in (${rows})`
}
