import { sql, type Transaction } from 'kysely'
import type { StoredMessage } from '../../domain/webhooks/webhook-message-store.ts'
import type { Tables } from '../tables.ts'
import { fromColumn, toColumn } from '../texts.ts'
import { type ChatState, createChatBook } from './chat-book.ts'
import { dropOldest } from './oldest-messages.ts'
import type { LockedInstance } from './thread-instances.ts'
import { chatColumns, rankOf, toBody, toChat, toSummary } from './thread-rows.ts'

type ChatBook = ReturnType<typeof createChatBook>

/**
 * Adds those messages that are new, and drops the oldest beyond `keep`.
 * @returns the ids of the new ones
 */
export async function addMessages(
  tx: Transaction<Tables>,
  instance: LockedInstance,
  { messages, keep }: { readonly messages: readonly StoredMessage[]; readonly keep: number },
): Promise<ReadonlySet<string>> {
  const fresh = await freshOf(tx, instance, messages)
  if (fresh.size === 0) return new Set()
  const book = await readBook(tx, instance, [...fresh.values()])
  for (const message of fresh.values()) book.add(message)
  await writeBook(tx, instance, book)
  await insert(tx, instance, book)
  const messageCount = instance.messageCount + fresh.size
  const dropped = await dropOldest(tx, instance, messageCount - keep)
  await tx
    .updateTable('thread_instances')
    .set({
      last_position: instance.lastPosition + fresh.size,
      message_count: messageCount - dropped,
    })
    .where('number', '=', instance.number)
    .execute()
  return new Set(fresh.keys())
}

async function freshOf(
  tx: Transaction<Tables>,
  { number }: LockedInstance,
  messages: readonly StoredMessage[],
): Promise<ReadonlyMap<string, StoredMessage>> {
  const ids = [...new Set(messages.map(({ id }) => toColumn(id)))]
  const present = await tx
    .selectFrom('thread_messages')
    .where('instance', '=', number)
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .select('id')
    .execute()
  const known = new Set(present.map(({ id }) => fromColumn(id)))
  const fresh = new Map<string, StoredMessage>()
  for (const message of messages) {
    if (!known.has(message.id) && !fresh.has(message.id)) fresh.set(message.id, message)
  }
  return fresh
}

/** Reads the chats that messages may belong to. */
async function readBook(
  tx: Transaction<Tables>,
  { number }: LockedInstance,
  messages: readonly StoredMessage[],
): Promise<ChatBook> {
  const jids = new Set(
    messages.flatMap(({ remoteJid, lid }) => (lid ? [remoteJid, lid] : remoteJid)),
  )
  const names = await tx
    .selectFrom('thread_lids')
    .where('instance', '=', number)
    .where('lid', '=', sql<string>`any(${[...jids].map(toColumn)}::text[])`)
    .select(['lid', 'jid'])
    .execute()
  const phones = new Map(names.map(({ lid, jid }) => [fromColumn(lid), fromColumn(jid)]))
  for (const jid of phones.values()) jids.add(jid)
  const rows = await tx
    .selectFrom('thread_chats')
    .where('instance', '=', number)
    .where('jid', '=', sql<string>`any(${[...jids].map(toColumn)}::text[])`)
    .select(chatColumns)
    .execute()
  return createChatBook({ chats: rows.map(toChat), phones })
}

async function writeBook(
  tx: Transaction<Tables>,
  { number }: LockedInstance,
  book: ChatBook,
): Promise<void> {
  for (const { from, to } of book.merges()) {
    await tx
      .updateTable('thread_messages')
      .set({ chat: toColumn(to) })
      .where('instance', '=', number)
      .where('chat', '=', toColumn(from))
      .execute()
    await tx
      .deleteFrom('thread_chats')
      .where('instance', '=', number)
      .where('jid', '=', toColumn(from))
      .execute()
  }
  const lids = [...book.changedPhones()]
  if (lids.length > 0) {
    await tx
      .insertInto('thread_lids')
      .columns(['instance', 'lid', 'jid'])
      .expression(
        sql`select ${number}::bigint, given.* from unnest(
          ${lids.map(([lid]) => toColumn(lid))}::text[], ${lids.map(([, jid]) => toColumn(jid))}::text[]
        ) as given`,
      )
      .onConflict((known) =>
        known.columns(['instance', 'lid']).doUpdateSet({ jid: ({ ref }) => ref('excluded.jid') }),
      )
      .execute()
  }
  await writeChats(tx, number, book.changedChats())
}

async function writeChats(
  tx: Transaction<Tables>,
  number: string,
  chats: readonly ChatState[],
): Promise<void> {
  await tx
    .insertInto('thread_chats')
    .columns(['instance', ...chatColumns])
    .expression(
      sql`select ${number}::bigint, given.* from unnest(
        ${chats.map(({ jid }) => toColumn(jid))}::text[],
        ${chats.map(({ lid }) => lid && toColumn(lid))}::text[],
        ${chats.map(({ messageCount }) => messageCount)}::integer[],
        ${chats.map(({ unreadCount }) => unreadCount)}::integer[],
        ${chats.map(({ lastAtSeconds }) => lastAtSeconds)}::bigint[],
        ${chats.map(toSummary)}::json[]
      ) as given`,
    )
    .onConflict((known) =>
      known.columns(['instance', 'jid']).doUpdateSet(({ ref }) => ({
        lid: ref('excluded.lid'),
        message_count: ref('excluded.message_count'),
        unread_count: ref('excluded.unread_count'),
        last_at_seconds: ref('excluded.last_at_seconds'),
        summary: ref('excluded.summary'),
      })),
    )
    .execute()
}

async function insert(
  tx: Transaction<Tables>,
  { number, lastPosition }: LockedInstance,
  book: ChatBook,
): Promise<void> {
  const placed = book.placed()
  const messages = placed.map(({ message }) => message)
  const own = messages.filter(({ isFromMe }) => isFromMe)
  const early = own.length > 0 ? await takeEarly(tx, number, own) : new Map<string, number>()
  const rankNow = ({ id, status }: StoredMessage) => Math.max(rankOf(status), early.get(id) ?? 0)
  await tx
    .insertInto('thread_messages')
    .columns([
      ...(['instance', 'position', 'id', 'chat', 'sent_at_seconds', 'is_from_me'] as const),
      ...(['type', 'status_rank', 'is_unread', 'body'] as const),
    ])
    .expression(
      sql`select ${number}::bigint, ${lastPosition}::bigint + given.place,
        id, chat, sent_at_seconds, is_from_me, type, status_rank, is_unread, body
      from unnest(
        ${messages.map(({ id }) => toColumn(id))}::text[],
        ${placed.map(({ chat }) => toColumn(chat))}::text[],
        ${messages.map(({ sentAtSeconds }) => sentAtSeconds)}::bigint[],
        ${messages.map(({ isFromMe }) => isFromMe)}::boolean[],
        ${messages.map(({ type }) => toColumn(type))}::text[],
        ${messages.map(rankNow)}::smallint[],
        ${messages.map(({ isUnread }) => isUnread === true)}::boolean[],
        ${messages.map(toBody)}::json[]
      ) with ordinality as given(
        id, chat, sent_at_seconds, is_from_me, type, status_rank, is_unread, body, place
      )`,
    )
    .execute()
}

/** Takes the statuses that came before their messages. */
async function takeEarly(
  tx: Transaction<Tables>,
  number: string,
  messages: readonly StoredMessage[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx
    .deleteFrom('thread_early_statuses')
    .where('instance', '=', number)
    .where('message_id', '=', sql<string>`any(${messages.map(({ id }) => toColumn(id))}::text[])`)
    .returning(['message_id', 'status_rank'])
    .execute()
  return new Map(rows.map((row) => [fromColumn(row.message_id), row.status_rank]))
}
