import { sql, type Transaction } from 'kysely'
import { BotReply } from '../contract/gateways/bot-reply.ts'
import { BOT_REPLIES_KEPT } from '../contract/limits.ts'
import type { BotKey, ReplyLogStore } from '../domain/replies/reply-log.ts'
import { asked, type Database, inTransaction } from './database.ts'
import { lockAlone } from './locks.ts'
import type { Tables } from './tables.ts'
import { toColumn } from './texts.ts'

/**
 * The last messages that chatbots and assistants received, with their answers: a limited number for
 * each.
 */
export function openReplyLogs({ db }: { readonly db: Database }): ReplyLogStore {
  return { add, list, remove, removeGateway }

  async function add(userId: string, reply: BotReply, toldAfter: string | null): Promise<boolean> {
    return inTransaction(db, async (tx) => {
      const place = placeOfBot(userId, reply)
      // One at a time for each bot: of two simultaneous repeats only one is kept, and positions
      // follow the order of arrival.
      await lockAlone(tx, ['bot_replies', place.user_id, place.gateway_id, place.bot])
      if (toldAfter !== null && (await isTold(tx, { userId, reply, toldAfter }))) return false
      await tx.insertInto('bot_replies').values(botReplyRow(userId, reply)).execute()
      await tx
        .deleteFrom('bot_replies')
        .where((at) => at.and(place))
        .where(
          'position',
          '<=',
          newestFirst(tx, userId, reply).select('position').offset(BOT_REPLIES_KEPT).limit(1),
        )
        .execute()
      return true
    })
  }

  async function isTold(
    tx: Transaction<Tables>,
    given: { readonly userId: string; readonly reply: BotReply; readonly toldAfter: string },
  ): Promise<boolean> {
    const { userId, reply, toldAfter } = given
    const known = await newestFirst(tx, userId, reply)
      .where('remote_jid', '=', toColumn(reply.remoteJid))
      .where('reason', 'is not distinct from', reply.reason)
      .where('at', '>', sql<Date>`${toldAfter}::timestamptz`)
      .select('position')
      .limit(1)
      .executeTakeFirst()
    return known !== undefined
  }

  async function list(userId: string, key: BotKey): Promise<readonly BotReply[]> {
    const query = newestFirst(db, userId, key).select('body').limit(BOT_REPLIES_KEPT)
    const rows = await asked(() => query.execute())
    return rows.map(({ body }) => BotReply.parse(body))
  }

  async function remove(userId: string, key: BotKey): Promise<void> {
    const query = db.deleteFrom('bot_replies').where((at) => at.and(placeOfBot(userId, key)))
    await asked(() => query.execute())
  }

  async function removeGateway(userId: string, gatewayId: string): Promise<void> {
    const place = { user_id: userId, gateway_id: toColumn(gatewayId) }
    const query = db.deleteFrom('bot_replies').where((at) => at.and(place))
    await asked(() => query.execute())
  }
}

function newestFirst(db: Pick<Database, 'selectFrom'>, userId: string, key: BotKey) {
  return db
    .selectFrom('bot_replies')
    .where((at) => at.and(placeOfBot(userId, key)))
    .orderBy('position', 'desc')
}

export function botReplyRow(userId: string, reply: BotReply) {
  const { at, reason, remoteJid } = reply
  return {
    ...{ ...placeOfBot(userId, reply), at, reason, remote_jid: toColumn(remoteJid) },
    body: JSON.stringify(reply),
  }
}

export function placeOfBot(userId: string, { gatewayId, instanceName, chatbotId }: BotKey) {
  const bot = chatbotId === null ? `instance ${instanceName}` : `chatbot ${chatbotId}`
  return { user_id: userId, gateway_id: toColumn(gatewayId), bot: toColumn(bot) }
}
