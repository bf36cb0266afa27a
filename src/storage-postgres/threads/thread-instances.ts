import { sql, type Transaction } from 'kysely'
import { AppError } from '../../contract/errors.ts'
import { GATEWAY_INSTANCES_MAX_COUNT } from '../../contract/limits.ts'
import type { InstanceKey } from '../../domain/webhooks/webhook-message-store.ts'
import { asked, type Database, inTransaction, ownWork } from '../database.ts'
import { lockAlone } from '../locks.ts'
import { isWithin, type Scope } from '../scope.ts'
import type { Tables } from '../tables.ts'
import { toColumn } from '../texts.ts'

/** Messages that are deleted at a time. */
const DELETED_AT_ONCE = 5_000

/** The row of an instance, locked until the transaction ends. */
export type LockedInstance = {
  readonly number: string
  readonly lastPosition: number
  readonly messageCount: number
}

/** Reads an instance's row, and locks it. */
export async function lockInstance(
  tx: Transaction<Tables>,
  userId: string,
  key: InstanceKey,
): Promise<LockedInstance | undefined> {
  const row = await namedInstance(tx, userId, key)
    .select(['number', 'last_position', 'message_count'])
    .forUpdate()
    .executeTakeFirst()
  if (!row) return undefined
  const { number, last_position: last, message_count: messageCount } = row
  return { number, lastPosition: Number(last), messageCount }
}

/** @throws AppError `instance_limit` */
export async function makeInstance(
  tx: Transaction<Tables>,
  userId: string,
  key: InstanceKey,
): Promise<LockedInstance> {
  const place = { user_id: userId, gateway_id: toColumn(key.gatewayId) }
  await lockAlone(tx, ['thread_instances', place.user_id, place.gateway_id])
  const made = await lockInstance(tx, userId, key)
  if (made) return made
  const { count } = await tx
    .selectFrom('thread_instances')
    .where((at) => at.and({ ...place, is_removed: false }))
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  ownWork(() => {
    if (Number(count) >= GATEWAY_INSTANCES_MAX_COUNT) {
      throw new AppError('instance_limit', key.gatewayId)
    }
  })
  const { number } = await tx
    .insertInto('thread_instances')
    .values({ ...place, instance: toColumn(key.instance) })
    .returning('number')
    .executeTakeFirstOrThrow()
  return { number, lastPosition: 0, messageCount: 0 }
}

export function namedInstance(
  db: Pick<Database, 'selectFrom'>,
  userId: string,
  { gatewayId, instance }: InstanceKey,
) {
  return db
    .selectFrom('thread_instances')
    .where('user_id', '=', userId)
    .where('gateway_id', '=', toColumn(gatewayId))
    .where('instance', '=', toColumn(instance))
    .where('is_removed', '=', false)
}

/** Hides a gateway's instances; their rows are deleted later. */
export async function hideInstances(
  db: Database,
  { userId, gatewayId }: { readonly userId: string; readonly gatewayId: string },
): Promise<void> {
  const query = db
    .updateTable('thread_instances')
    .set({ is_removed: true })
    .where('user_id', '=', userId)
    .where('gateway_id', '=', toColumn(gatewayId))
    .where('is_removed', '=', false)
  await asked(() => query.execute())
}

/** Deletes hidden instances, including those that an earlier program left. */
export async function deleteHidden(scope: Scope): Promise<void> {
  let isLeft = true
  while (isLeft) isLeft = await inTransaction(scope.db, (tx) => deleteSome(tx, scope))
}

/** Returns whether there may be more. */
async function deleteSome(tx: Transaction<Tables>, scope: Scope): Promise<boolean> {
  const hidden = await tx
    .selectFrom('thread_instances')
    .where('is_removed', '=', sql.lit(true))
    .where(isWithin(scope))
    .select('number')
    .orderBy('number')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!hidden) return false
  const { number } = hidden
  const oldest = tx
    .selectFrom('thread_messages')
    .where('instance', '=', number)
    .orderBy('position')
    .select('id')
    .limit(DELETED_AT_ONCE)
  const { numDeletedRows } = await tx
    .deleteFrom('thread_messages')
    .where('instance', '=', number)
    .where('id', 'in', oldest)
    .executeTakeFirst()
  if (numDeletedRows >= BigInt(DELETED_AT_ONCE)) return true
  for (const table of ['thread_chats', 'thread_lids', 'thread_early_statuses'] as const) {
    await tx.deleteFrom(table).where('instance', '=', number).execute()
  }
  await tx.deleteFrom('thread_instances').where('number', '=', number).execute()
  return true
}
