import { sql } from 'kysely'
import type { Portable, Portion } from '../../domain/transfer/portable.ts'
import { byNames, byText, type MovedThread } from '../../domain/transfer/portions.ts'
import type { StoredMessage } from '../../domain/webhooks/webhook-message-store.ts'
import { asked, type Database, inTransaction } from '../database.ts'
import { fromColumn } from '../texts.ts'
import { addMessages } from '../threads/thread-additions.ts'
import { lockInstance, makeInstance } from '../threads/thread-instances.ts'
import { toMessage } from '../threads/thread-rows.ts'
import { type Reading, readingAll, rowsOf } from './reading.ts'

const MESSAGES_AT_ONCE = 500

type MessageRow = {
  readonly chat: string
  readonly status_rank: number
  readonly is_unread: boolean
  readonly body: unknown
}
type Place = Omit<MovedThread, 'chats'> & { readonly number: string }
type ChatRow = { readonly jid: string; readonly lid: string | null; readonly unread_count: number }

/** The messages of all instances, with their statuses and changes. */
export function portableThreads(db: Database): Portable<MovedThread, StoredMessage> {
  return { dump, fill }

  function dump() {
    return readingAll(db, async function* (tx) {
      for (const { number, ...key } of (await placesIn(tx)).sort(byNames(namesOf))) {
        const chats = await chatsOf(tx, number)
        const lids = new Map(chats.map(({ remoteJid, lid }) => [remoteJid, lid]))
        yield { head: { ...key, chats }, rows: messagesOf(tx, { number, lids }) }
      }
    })
  }

  async function fill(portions: AsyncIterable<Portion<MovedThread, StoredMessage>>): Promise<void> {
    for await (const { head, rows } of portions) {
      await add(head, [])
      for await (const messages of rows) {
        for (let from = 0; from < messages.length; from += MESSAGES_AT_ONCE) {
          await add(head, messages.slice(from, from + MESSAGES_AT_ONCE))
        }
      }
    }
  }

  async function add(
    { userId, ...key }: MovedThread,
    messages: readonly StoredMessage[],
  ): Promise<void> {
    await inTransaction(db, async (tx) => {
      const known = await lockInstance(tx, userId, key)
      const instance = known ?? (await makeInstance(tx, userId, key))
      await addMessages(tx, instance, { messages, keep: Number.MAX_SAFE_INTEGER })
    })
  }
}

async function placesIn(tx: Reading): Promise<Place[]> {
  const rows = await asked(() =>
    tx
      .selectFrom('thread_instances')
      .where('is_removed', '=', false)
      .select(['number', 'user_id', 'gateway_id', 'instance'])
      .execute(),
  )
  return rows.map((row) => ({
    ...{ number: row.number, userId: row.user_id },
    ...{ gatewayId: fromColumn(row.gateway_id), instance: fromColumn(row.instance) },
  }))
}

async function chatsOf(tx: Reading, number: string): Promise<MovedThread['chats']> {
  const chats = sql<ChatRow>`
    select jid, lid, unread_count from thread_chats where instance = ${sql.lit(number)}::bigint
  `
  const found: { remoteJid: string; lid: string | null; unreadCount: number }[] = []
  for await (const rows of rowsOf(tx, chats)) {
    for (const { jid, lid, unread_count: unreadCount } of rows) {
      const remoteJid = fromColumn(jid)
      found.push({ remoteJid, lid: lid === null ? null : fromColumn(lid), unreadCount })
    }
  }
  return found.sort((one, other) => byText(one.remoteJid, other.remoteJid))
}

/** Reads each message in its present form, and with the LID of its chat. */
async function* messagesOf(
  tx: Reading,
  { number, lids }: { readonly number: string; readonly lids: ReadonlyMap<string, string | null> },
): AsyncGenerator<readonly StoredMessage[]> {
  const messages = sql<MessageRow>`
    select chat, status_rank, is_unread, body from thread_messages
    where instance = ${sql.lit(number)}::bigint order by position
  `
  for await (const rows of rowsOf(tx, messages)) {
    yield rows.map((row) => {
      const message = toMessage(row)
      const lid = lids.get(message.remoteJid) ?? message.lid
      return { ...message, lid, ...(row.is_unread && { isUnread: true }) }
    })
  }
}

function namesOf({ userId, gatewayId, instance }: Place) {
  return [userId, gatewayId, instance]
}
