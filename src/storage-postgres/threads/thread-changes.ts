import { sql, type Transaction } from 'kysely'
import { hasOneStatus, isFurther, type StatusUpdate } from '../../contract/messages/sent-status.ts'
import { changedMessage, previewOf } from '../../domain/webhooks/changed-message.ts'
import type { StoredChange } from '../../domain/webhooks/message-query.ts'
import type { Database } from '../database.ts'
import type { Tables } from '../tables.ts'
import { fromColumn, toColumn } from '../texts.ts'
import type { LockedInstance } from './thread-instances.ts'
import {
  chatColumns,
  messageColumns,
  rankOf,
  toBody,
  toChat,
  toMessage,
  toSummary,
} from './thread-rows.ts'

/** Receipts that may come before their message. */
const EARLY_LIMIT = 200

/** The jid under which a chat is kept. */
export async function nameOf(
  db: Pick<Database, 'selectFrom'>,
  instance: string,
  jid: string,
): Promise<string> {
  const known = await db
    .selectFrom('thread_lids')
    .where('instance', '=', instance)
    .where('lid', '=', toColumn(jid))
    .select('jid')
    .executeTakeFirst()
  return known ? fromColumn(known.jid) : jid
}

/** Stores new statuses of messages; returns the ids of those whose status went further. */
export async function markMessages(
  tx: Transaction<Tables>,
  { number }: LockedInstance,
  updates: readonly StatusUpdate[],
): Promise<ReadonlySet<string>> {
  const furthest = new Map<string, StatusUpdate['status']>()
  for (const { id, status } of updates) {
    if (isFurther(status, furthest.get(id) ?? null)) furthest.set(id, status)
  }
  const rows = await tx
    .selectFrom('thread_messages')
    .where('instance', '=', number)
    .where('id', '=', sql<string>`any(${[...furthest.keys()].map(toColumn)}::text[])`)
    .select(['id', 'chat', 'is_from_me', 'status_rank'])
    .execute()
  const known = new Set(rows.map(({ id }) => fromColumn(id)))
  const changes = rows.flatMap(({ id, chat, is_from_me: isFromMe, status_rank: before }) => {
    const rank = rankOf(furthest.get(fromColumn(id)) ?? null)
    return isFromMe && hasOneStatus(fromColumn(chat)) && rank > before ? [{ id, rank }] : []
  })
  await writeStatuses(tx, number, changes)
  const early = [...furthest].filter(([id]) => !known.has(id))
  await remember(
    tx,
    number,
    early.map(([id, status]) => ({ id: toColumn(id), rank: rankOf(status) })),
  )
  return new Set(changes.map(({ id }) => fromColumn(id)))
}

type Ranked = { readonly id: string; readonly rank: number }

async function writeStatuses(
  tx: Transaction<Tables>,
  number: string,
  changes: readonly Ranked[],
): Promise<void> {
  if (changes.length === 0) return
  await tx
    .updateTable('thread_messages as message')
    .from(unnested(changes).as<'changes'>(sql`changes(id, rank)`))
    .set({ status_rank: sql`changes.rank` })
    .where('message.instance', '=', number)
    .whereRef('message.id', '=', 'changes.id')
    .execute()
}

/** Keeps statuses without a message for a while. */
async function remember(
  tx: Transaction<Tables>,
  number: string,
  early: readonly Ranked[],
): Promise<void> {
  if (early.length === 0) return
  await tx
    .insertInto('thread_early_statuses')
    .columns(['instance', 'message_id', 'status_rank'])
    .expression(sql`select ${number}::bigint, given.* from ${unnested(early)} as given`)
    .onConflict((known) =>
      known.columns(['instance', 'message_id']).doUpdateSet(({ ref }) => ({
        status_rank: sql`greatest(
          ${ref('thread_early_statuses.status_rank')}, ${ref('excluded.status_rank')}
        )`,
      })),
    )
    .execute()
  const oldest = tx
    .selectFrom('thread_early_statuses')
    .where('instance', '=', number)
    .orderBy('position', 'desc')
    .select('position')
    .offset(EARLY_LIMIT)
    .limit(1)
  await tx
    .deleteFrom('thread_early_statuses')
    .where('instance', '=', number)
    .where('position', '<=', oldest)
    .execute()
}

function unnested(rows: readonly Ranked[]) {
  const ids = rows.map(({ id }) => id)
  const ranks = rows.map(({ rank }) => rank)
  return sql<{ id: string; rank: number }>`unnest(${ids}::text[], ${ranks}::smallint[])`
}

/** Edits or takes back a message of a chat; returns false where that changes nothing. */
export async function changeMessage(
  tx: Transaction<Tables>,
  { number }: LockedInstance,
  { id, remoteJid, isFromMe, text }: StoredChange,
): Promise<boolean> {
  const chat = toColumn(await nameOf(tx, number, remoteJid))
  const row = await tx
    .selectFrom('thread_messages')
    .where((at) => at.and({ instance: number, id: toColumn(id), chat, is_from_me: isFromMe }))
    .select(messageColumns)
    .executeTakeFirst()
  const message = row && toMessage(row)
  // A late edit does not bring back a message that was taken back.
  if (!message || message.change === 'taken_back') return false
  if (message.change === 'edited' && message.content === text) return false
  await tx
    .updateTable('thread_messages')
    .set({ body: toBody(changedMessage(message, text)) })
    .where((at) => at.and({ instance: number, id: toColumn(id) }))
    .execute()
  const shown = await tx
    .selectFrom('thread_chats')
    .where((at) => at.and({ instance: number, jid: chat }))
    .select(chatColumns)
    .executeTakeFirstOrThrow()
  const { last, name } = toChat(shown)
  if (last.id !== id) return true
  await tx
    .updateTable('thread_chats')
    .set({ summary: toSummary({ name, last: { ...last, preview: previewOf(text) } }) })
    .where((at) => at.and({ instance: number, jid: chat }))
    .execute()
  return true
}

/**
 * Marks a chat as read, up to one of its messages or whole; returns false where nothing was unread.
 */
export async function readChat(
  tx: Transaction<Tables>,
  { number, lastPosition }: LockedInstance,
  { remoteJid, upToId }: { readonly remoteJid: string; readonly upToId: string | undefined },
): Promise<boolean> {
  const chat = toColumn(await nameOf(tx, number, remoteJid))
  const last =
    upToId === undefined ? String(lastPosition) : await positionOf(tx, { number, chat, upToId })
  if (last === undefined) return false
  const read = await tx
    .updateTable('thread_messages')
    .set({ is_unread: false })
    .where('instance', '=', number)
    .where('chat', '=', chat)
    .where('is_unread', '=', sql.lit(true))
    .where('position', '<=', last)
    .returning('id')
    .execute()
  if (read.length === 0) return false
  await tx
    .updateTable('thread_chats')
    .set({ unread_count: sql`unread_count - ${read.length}::integer` })
    .where((at) => at.and({ instance: number, jid: chat }))
    .execute()
  return true
}

async function positionOf(
  tx: Transaction<Tables>,
  {
    number,
    chat,
    upToId,
  }: { readonly number: string; readonly chat: string; readonly upToId: string },
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('thread_messages')
    .where((at) => at.and({ instance: number, id: toColumn(upToId), chat }))
    .select('position')
    .executeTakeFirst()
  return row?.position
}
