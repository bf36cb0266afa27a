import { sql, type Transaction } from 'kysely'
import { AppError } from '../contract/errors.ts'
import type { ClusterNode, Fence, LeaseStore } from '../domain/cluster/lease-store.ts'
import { asked, type Database } from './database.ts'
import type { Tables } from './tables.ts'

/** `clock_timestamp()` and not `now()`: that is when the transaction began, before it waited. */
const NOW = sql<Date>`clock_timestamp()`

/** Which node has which account: a row for each lease, which says until when it is good. */
export function openLeases(db: Database): LeaseStore {
  return { take, renew, giveBack, holder, sayAlive, nodes, leave }

  async function take(
    userId: string,
    { nodeId, leaseMs }: { readonly nodeId: string; readonly leaseMs: number },
  ): Promise<number | undefined> {
    const taken = await asked(() =>
      db
        .insertInto('leases')
        .values({
          ...{ user_id: userId, node_id: nodeId },
          ...{ epoch: sql<string>`nextval('lease_epochs')`, until: inMs(leaseMs) },
        })
        .onConflict((conflict) =>
          conflict
            .column('user_id')
            .doUpdateSet(({ ref }) => ({
              ...{ node_id: ref('excluded.node_id'), until: ref('excluded.until') },
              epoch: ref('excluded.epoch'),
            }))
            .where(({ or, eb }) =>
              or([eb('leases.until', '<=', NOW), eb('leases.node_id', '=', nodeId)]),
            ),
        )
        .returning('epoch')
        .executeTakeFirst(),
    )
    return taken && Number(taken.epoch)
  }

  async function renew(
    fences: readonly Fence[],
    { leaseMs }: { readonly leaseMs: number },
  ): Promise<readonly number[]> {
    const renewed = await asked(() =>
      db
        .updateTable('leases')
        .set({ until: inMs(leaseMs) })
        .where(isOneOf(fences))
        .where('until', '>', NOW)
        .returning('epoch')
        .execute(),
    )
    return renewed.map(({ epoch }) => Number(epoch))
  }

  async function giveBack(fences: readonly Fence[]): Promise<void> {
    await asked(() => db.deleteFrom('leases').where(isOneOf(fences)).execute())
  }

  async function holder(userId: string): Promise<ClusterNode | undefined> {
    return asked(() =>
      db
        .selectFrom('leases')
        .innerJoin('nodes', 'nodes.id', 'leases.node_id')
        .where('leases.user_id', '=', userId)
        .where('leases.until', '>', NOW)
        .select(['nodes.id', 'nodes.url', 'nodes.load'])
        .executeTakeFirst(),
    )
  }

  async function sayAlive({ id, url, load }: ClusterNode): Promise<void> {
    const seen = { url, load, seen_at: NOW }
    await asked(() =>
      db
        .insertInto('nodes')
        .values({ id, ...seen })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(seen))
        .execute(),
    )
  }

  async function nodes(withinMs: number) {
    const found = await asked(() =>
      db
        .selectFrom('nodes')
        .where('seen_at', '>', inMs(-withinMs))
        .orderBy('id')
        .select(['id', 'url', 'load', 'seen_at'])
        .execute(),
    )
    return found.map(({ seen_at: seenAt, ...node }) => ({ ...node, seenAt: seenAt.toISOString() }))
  }

  async function leave(nodeId: string): Promise<void> {
    await asked(() => db.deleteFrom('leases').where('node_id', '=', nodeId).execute())
    await asked(() => db.deleteFrom('nodes').where('id', '=', nodeId).execute())
  }
}

/**
 * Lets a transaction write for an account: until it ends nobody takes the account over.
 * @throws AppError `lease_lost` where the lease is over, or another's
 */
export async function requireFence(
  tx: Transaction<Tables>,
  fence: Fence | undefined,
): Promise<void> {
  const held =
    fence &&
    (await tx
      .selectFrom('leases')
      .where((lease) => lease.and(rowOf(fence)))
      .where('until', '>', NOW)
      .select('epoch')
      .forShare()
      .executeTakeFirst())
  if (!held) throw new AppError('lease_lost', fence?.userId ?? 'an account of another node')
}

function inMs(ms: number) {
  return sql<Date>`clock_timestamp() + ${ms} * interval '1 millisecond'`
}

function isOneOf(fences: readonly Fence[]) {
  const rows = sql`select * from unnest(
    ${fences.map(({ userId }) => userId)}::text[],
    ${fences.map(({ nodeId }) => nodeId)}::text[],
    ${fences.map(({ epoch }) => epoch)}::bigint[]
  )`
  return sql<boolean>`(user_id, node_id, epoch) in (${rows})`
}

function rowOf({ userId, nodeId, epoch }: Fence) {
  return { user_id: userId, node_id: nodeId, epoch: String(epoch) }
}
