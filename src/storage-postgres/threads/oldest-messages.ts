import { sql, type Transaction } from 'kysely'
import type { Tables } from '../tables.ts'
import type { LockedInstance } from './thread-instances.ts'

/**
 * Drops the messages that arrived first, and chats without any left; returns how many messages it
 * dropped.
 */
export async function dropOldest(
  tx: Transaction<Tables>,
  { number }: LockedInstance,
  excess: number,
): Promise<number> {
  if (excess <= 0) return 0
  const last = tx
    .selectFrom('thread_messages')
    .where('instance', '=', number)
    .orderBy('position')
    .select('position')
    .offset(excess - 1)
    .limit(1)
  const dropped = await tx
    .deleteFrom('thread_messages')
    .where('instance', '=', number)
    .where('position', '<=', last)
    .returning(['chat', 'is_unread'])
    .execute()
  const lost = new Map<string, { count: number; unread: number }>()
  for (const { chat, is_unread: isUnread } of dropped) {
    const before = lost.get(chat) ?? { count: 0, unread: 0 }
    lost.set(chat, { count: before.count + 1, unread: before.unread + (isUnread ? 1 : 0) })
  }
  const all = [...lost]
  await tx
    .updateTable('thread_chats as chat')
    .from(
      sql<{ jid: string; count: number; unread: number }>`unnest(
        ${all.map(([jid]) => jid)}::text[],
        ${all.map(([, { count }]) => count)}::integer[],
        ${all.map(([, { unread }]) => unread)}::integer[]
      )`.as<'lost'>(sql`lost(jid, count, unread)`),
    )
    .set({
      message_count: sql`chat.message_count - lost.count`,
      unread_count: sql`chat.unread_count - lost.unread`,
    })
    .where('chat.instance', '=', number)
    .whereRef('chat.jid', '=', 'lost.jid')
    .execute()
  const forgotten = await tx
    .deleteFrom('thread_chats')
    .where('instance', '=', number)
    .where('jid', '=', sql<string>`any(${all.map(([jid]) => jid)}::text[])`)
    .where('message_count', '<=', 0)
    .returning(['jid', 'lid'])
    .execute()
  const named = forgotten.filter(({ lid }) => lid !== null)
  if (named.length > 0) {
    await tx
      .deleteFrom('thread_lids')
      .where('instance', '=', number)
      .where('lid', '=', sql<string>`any(${named.map(({ lid }) => lid)}::text[])`)
      .where('jid', '=', sql<string>`any(${named.map(({ jid }) => jid)}::text[])`)
      .execute()
  }
  return dropped.length
}
