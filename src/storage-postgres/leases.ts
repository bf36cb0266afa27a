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

/** `clock_timestamp()` and not `now()`: that is when the transaction began, before it waited. */
const NOW = sql<Date>`clock_timestamp()`
/** Numbers of terms and epochs alike. */
const NEXT_NUMBER = sql<string>`nextval('lease_numbers')`
/** The term of a lease that nobody has. */
const NOBODYS = '0'
/** So long a node that died is known. */
const REMEMBERED_MS = 24 * 60 * 60_000

/**
 * Which node has which account: a row for each lease, which is good while its node's term lasts.
 * @param enlistOver for the one query that reads much, and may take long; the same by default
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
   * Waits for nobody: who writes under an earlier lease for long would keep a connection that other
   * leases need. Terms are looked at as they were when it began: it takes the lease that it saw then.
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

  /** Steps from term to term: there are few, and many leases of each. */
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

  /** In the order of the ids: several nodes may do so at once. */
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
 * Lets a transaction write for those of the accounts whose leases are not over, and are nobody
 * else's: until it ends nobody takes one of them over. For one account `underFence` does so.
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

/** What keeps an account in need of a home, row by row; `user_id` says whose it is. */
const needs = [
  sql`select user_id from records where kind = 'devices'`,
  sql`select user_id from campaign_places where status = any(${ACTIVE}::text[])`,
  sql`select user_id from outboxes where waiting_count > 0`,
  // Its removal is under way. Within a text a quotation mark follows a backslash.
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

/** What a node's sign of life leaves in its row. */
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
