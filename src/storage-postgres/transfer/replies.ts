import { sql } from 'kysely'
import { BotReply } from '../../contract/gateways/bot-reply.ts'
import type { Portable, Portion } from '../../domain/transfer/portable.ts'
import { byNames, type MovedBot } from '../../domain/transfer/portions.ts'
import { asked, type Database } from '../database.ts'
import { botReplyRow, placeOfBot } from '../reply-logs.ts'
import { type Reading, readingAll } from './reading.ts'

type First = { readonly user_id: string; readonly body: unknown }

/** The last messages that chatbots and assistants received, with their answers. */
export function portableReplies(db: Database): Portable<MovedBot, BotReply> {
  return { dump, fill }

  function dump() {
    return readingAll(db, async function* (tx) {
      for (const head of await botsIn(tx)) yield { head, rows: repliesOf(tx, head) }
    })
  }

  async function fill(portions: AsyncIterable<Portion<MovedBot, BotReply>>): Promise<void> {
    for await (const { head, rows } of portions) {
      for await (const replies of rows) {
        const some = replies.map((reply) => botReplyRow(head.userId, reply))
        if (some.length > 0) {
          await asked(() => db.insertInto('bot_replies').values(some).execute())
        }
      }
    }
  }
}

/** Each says itself whose it is. */
async function botsIn(tx: Reading): Promise<readonly MovedBot[]> {
  const { rows } = await asked(() =>
    sql<First>`
      select distinct on (user_id, gateway_id, bot) user_id, body from bot_replies
      order by user_id, gateway_id, bot, position
    `.execute(tx),
  )
  const bots = rows.map(({ user_id: userId, body }) => {
    const { gatewayId, chatbotId, instanceName } = BotReply.parse(body)
    return { userId, gatewayId, chatbotId, instanceName: chatbotId === null ? instanceName : '' }
  })
  return bots.sort(byNames(namesOf))
}

async function* repliesOf(tx: Reading, bot: MovedBot): AsyncGenerator<readonly BotReply[]> {
  const rows = await asked(() =>
    tx
      .selectFrom('bot_replies')
      .where((at) => at.and(placeOfBot(bot.userId, bot)))
      .orderBy('position')
      .select('body')
      .execute(),
  )
  yield rows.map(({ body }) => BotReply.parse(body))
}

function namesOf({ userId, gatewayId, chatbotId, instanceName }: MovedBot) {
  return [userId, gatewayId, chatbotId, instanceName]
}
