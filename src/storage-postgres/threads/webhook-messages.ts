import { sql } from 'kysely'
import { isGroupJid } from '../../contract/jid.ts'
import type { SentStatus, StatusUpdate } from '../../contract/messages/sent-status.ts'
import type { MessageFilter } from '../../domain/webhooks/message-query.ts'
import { shownMessage } from '../../domain/webhooks/thread-messages.ts'
import type {
  ChatSummary,
  FoundMessages,
  InstanceKey,
  StoredMessage,
  WebhookMessageStore,
} from '../../domain/webhooks/webhook-message-store.ts'
import { createBatches } from '../batches.ts'
import { asked, inTransaction } from '../database.ts'
import type { Scope } from '../scope.ts'
import { fromColumn, toColumn } from '../texts.ts'
import { addMessages } from './thread-additions.ts'
import { changeMessage, markMessages, nameOf, readChat } from './thread-changes.ts'
import {
  deleteHidden,
  hideInstances,
  lockInstance,
  makeInstance,
  namedInstance,
} from './thread-instances.ts'
import { pageOfThread, searchThread } from './thread-pages.ts'
import { chatColumns, statusOfRank, toChat } from './thread-rows.ts'

type Place = { readonly userId: string; readonly key: InstanceKey }
type Added = Place & { readonly messages: readonly StoredMessage[] }
type Marked = Place & { readonly updates: readonly StatusUpdate[] }

/** Bytes of a message's row beside its text and its preview. */
const ROW_BYTES = 500
const BATCH = { count: 200, bytes: 4 * 1024 * 1024 }

/** The messages of gateways' instances, which several nodes may add to. */
export function openWebhookMessages({
  db,
  ownerId,
  keep,
}: Scope & {
  /** Messages kept of each instance. */
  readonly keep: number
}): WebhookMessageStore {
  const addInBatch = createBatches(addAll, bytesOf, BATCH)
  const markInBatch = createBatches(markAll, ({ updates }: Marked) => updates.length, BATCH)

  return {
    ...{ add, mark, change, read, instances, contacts, chats, unreadCount, newestAt, counts },
    ...{ list, search, removeGateway },
  }

  async function add(
    userId: string,
    key: InstanceKey,
    messages: readonly StoredMessage[],
  ): Promise<ReadonlySet<string>> {
    if (messages.length === 0) return new Set()
    return addInBatch(placeOf(userId, key), { userId, key, messages })
  }

  /**
   * Stores the messages of several calls. An id that several of them contain counts as new for the
   * first call only.
   */
  async function addAll(
    _place: string,
    given: readonly Added[],
  ): Promise<readonly ReadonlySet<string>[]> {
    const [first] = given
    if (!first) return []
    const { userId, key } = first
    const messages = given.flatMap((each) => each.messages)
    const added = await inTransaction(db, async (tx) => {
      const known = await lockInstance(tx, userId, key)
      return addMessages(tx, known ?? (await makeInstance(tx, userId, key)), { messages, keep })
    })
    const left = new Set(added)
    return given.map(
      (each) => new Set(each.messages.map(({ id }) => id).filter((id) => left.delete(id))),
    )
  }

  async function mark(
    userId: string,
    key: InstanceKey,
    updates: readonly StatusUpdate[],
  ): Promise<number> {
    if (updates.length === 0) return 0
    return markInBatch(placeOf(userId, key), { userId, key, updates })
  }

  async function markAll(_place: string, given: readonly Marked[]): Promise<readonly number[]> {
    const [first] = given
    if (!first) return []
    const updates = given.flatMap((each) => each.updates)
    const marked = await inTransaction(db, async (tx) => {
      const instance = await lockInstance(tx, first.userId, first.key)
      return instance ? markMessages(tx, instance, updates) : new Set<string>()
    })
    const left = new Set(marked)
    return given.map((each) => each.updates.filter(({ id }) => left.delete(id)).length)
  }

  async function change(
    userId: string,
    key: InstanceKey,
    changed: Parameters<WebhookMessageStore['change']>[2],
  ): Promise<boolean> {
    return inTransaction(db, async (tx) => {
      const instance = await lockInstance(tx, userId, key)
      return instance ? changeMessage(tx, instance, changed) : false
    })
  }

  async function read(
    userId: string,
    chat: Parameters<WebhookMessageStore['read']>[1],
  ): Promise<boolean> {
    return inTransaction(db, async (tx) => {
      const instance = await lockInstance(tx, userId, chat)
      return instance ? readChat(tx, instance, chat) : false
    })
  }

  async function instances(userId: string, gatewayId: string): Promise<readonly string[]> {
    const query = db
      .selectFrom('thread_instances')
      .where('user_id', '=', userId)
      .where('gateway_id', '=', toColumn(gatewayId))
      .where('is_removed', '=', sql.lit(false))
      .select('instance')
    const rows = await asked(() => query.execute())
    return rows
      .map(({ instance }) => fromColumn(instance))
      .sort((a, b) => a.localeCompare(b, 'pt-BR'))
  }

  async function chatsNewestFirst(userId: string, key: InstanceKey) {
    const query = chatsOf(userId, key).orderBy('last_at_seconds', 'desc').select(chatColumns)
    return (await asked(() => query.execute())).map(toChat)
  }

  async function chats(userId: string, key: InstanceKey): Promise<readonly ChatSummary[]> {
    const found = await chatsNewestFirst(userId, key)
    const sent = found.filter(({ last }) => last.isFromMe).map(({ last }) => last.id)
    const statuses = await statusesOf(userId, key, sent)
    return found.map(({ jid, lid, name, last, lastAtSeconds, unreadCount: unread }) => ({
      ...{ remoteJid: jid, lid, pushName: name?.text ?? null, lastMessage: last.preview },
      ...{ lastId: last.id, lastType: last.type, isLastFromMe: last.isFromMe },
      ...{ lastStatus: statuses.get(last.id) ?? null, lastAtSeconds, unreadCount: unread },
    }))
  }

  /** Reads the statuses of the last messages of chats, each found by its key. */
  async function statusesOf(
    userId: string,
    key: InstanceKey,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, SentStatus | null>> {
    if (ids.length === 0) return new Map()
    const query = db
      .selectFrom('thread_messages')
      .where('instance', '=', namedInstance(db, userId, key).select('number'))
      .where('id', '=', sql<string>`any(${ids.map(toColumn)}::text[])`)
      .select(['id', 'status_rank'])
    const rows = await asked(() => query.execute())
    return new Map(rows.map(({ id, status_rank: rank }) => [fromColumn(id), statusOfRank(rank)]))
  }

  async function contacts(userId: string, key: InstanceKey) {
    return (await chatsNewestFirst(userId, key)).map(({ jid, name, last, lastAtSeconds }) => ({
      ...{ remoteJid: jid, pushName: name?.text ?? null },
      ...{ lastMessage: last.preview, lastAtSeconds },
    }))
  }

  async function unreadCount(userId: string, key: InstanceKey): Promise<number> {
    const query = chatsOf(userId, key)
      .where('unread_count', '>', sql.lit(0))
      .select(({ fn }) => fn.countAll<string>().as('count'))
    const { count } = await asked(() => query.executeTakeFirstOrThrow())
    return Number(count)
  }

  async function newestAt(
    userId: string,
    chat: Parameters<WebhookMessageStore['newestAt']>[1],
  ): Promise<number | undefined> {
    return asked(async () => {
      const instance = await numberOf(userId, chat)
      if (instance === undefined) return undefined
      const jid = toColumn(await nameOf(db, instance, chat.remoteJid))
      const row = await db
        .selectFrom('thread_chats')
        .where((at) => at.and({ instance, jid }))
        .select('last_at_seconds')
        .executeTakeFirst()
      return row && Number(row.last_at_seconds)
    })
  }

  async function counts(userId: string, key: InstanceKey) {
    const instance = namedInstance(db, userId, key).select('message_count')
    const jids = chatsOf(userId, key).select('jid')
    const row = await asked(() => instance.executeTakeFirst())
    const all = await asked(() => jids.execute())
    const people = all.filter(({ jid }) => !isGroupJid(fromColumn(jid)))
    return { messages: row?.message_count ?? 0, contacts: people.length, chats: all.length }
  }

  async function list(userId: string, query: Parameters<WebhookMessageStore['list']>[1]) {
    const { gatewayId, instance } = query
    const found = await asked(async () => {
      const number = await numberOf(userId, query)
      return number === undefined ? [] : pageOfThread(db, number, query)
    })
    return found.map((message) => shownMessage(message, { gatewayId, instance }))
  }

  async function search(
    userId: string,
    query: InstanceKey & MessageFilter,
  ): Promise<FoundMessages> {
    return asked(async () => {
      const number = await numberOf(userId, query)
      return number === undefined ? { total: 0, messages: [] } : searchThread(db, number, query)
    })
  }

  async function removeGateway(userId: string, gatewayId: string): Promise<void> {
    await hideInstances(db, { userId, gatewayId })
    await deleteHidden({ db, ownerId })
  }

  function chatsOf(userId: string, key: InstanceKey) {
    const instance = namedInstance(db, userId, key).select('number')
    return db.selectFrom('thread_chats').where('instance', '=', instance)
  }

  async function numberOf(userId: string, key: InstanceKey): Promise<string | undefined> {
    return (await namedInstance(db, userId, key).select('number').executeTakeFirst())?.number
  }
}

function placeOf(userId: string, { gatewayId, instance }: InstanceKey): string {
  return JSON.stringify([userId, gatewayId, instance])
}

function bytesOf({ messages }: Added): number {
  return messages.reduce(
    (sum, { content, thumbnail }) => sum + ROW_BYTES + content.length + (thumbnail?.length ?? 0),
    0,
  )
}
