import type { ExpressionBuilder } from 'kysely'
import { NOTE_TYPE } from '../../contract/messages/chat.ts'
import type { MessageFilter, PageEdge } from '../../domain/webhooks/message-query.ts'
import type { FoundMessages, StoredMessage } from '../../domain/webhooks/webhook-message-store.ts'
import type { Database } from '../database.ts'
import type { Tables } from '../tables.ts'
import { toColumn } from '../texts.ts'
import { nameOf } from './thread-changes.ts'
import { messageColumns, toMessage } from './thread-rows.ts'

/** Pages of an instance's messages, read along their indexes. */

/** The newest messages, or those beside an edge, in ascending order. */
export async function pageOfThread(
  db: Pick<Database, 'selectFrom'>,
  instance: string,
  {
    remoteJid,
    limit,
    edge,
  }: {
    readonly remoteJid: string | undefined
    readonly limit: number
    readonly edge?: PageEdge | undefined
  },
): Promise<readonly StoredMessage[]> {
  const all = await messagesOf(db, instance, remoteJid)
  const from = edge ? all.where(await besideEdge(db, instance, edge)) : all
  const page = Math.max(0, limit)
  if (edge?.side === 'after') {
    const rows = await from
      .orderBy('sent_at_seconds')
      .orderBy('position')
      .limit(page)
      .select(messageColumns)
      .execute()
    return rows.map(toMessage)
  }
  const rows = await newestFirst(from).limit(page).select(messageColumns).execute()
  return rows.reverse().map(toMessage)
}

/**
 * Counts all matches and reads one page. Counting stays cheap, since an instance keeps a limited
 * number of messages.
 */
export async function searchThread(
  db: Pick<Database, 'selectFrom'>,
  instance: string,
  { skip, limit, remoteJid, id, isFromMe, type, fromSeconds, toSeconds }: MessageFilter,
): Promise<FoundMessages> {
  const from = await messagesOf(db, instance, remoteJid)
  const fitting = from
    .where('type', '<>', NOTE_TYPE)
    .$if(id !== undefined, (each) => each.where('id', '=', toColumn(id ?? '')))
    .$if(isFromMe !== undefined, (each) => each.where('is_from_me', '=', isFromMe === true))
    .$if(type !== undefined, (each) => each.where('type', '=', toColumn(type ?? '')))
    .$if(fromSeconds !== undefined, (each) =>
      each.where('sent_at_seconds', '>=', String(fromSeconds)),
    )
    .$if(toSeconds !== undefined, (each) => each.where('sent_at_seconds', '<=', String(toSeconds)))
  const { count } = await fitting
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  const rows = await newestFirst(fitting).offset(skip).limit(limit).select(messageColumns).execute()
  return { total: Number(count), messages: rows.map(toMessage) }
}

async function besideEdge(
  db: Pick<Database, 'selectFrom'>,
  instance: string,
  { side, sentAtSeconds, id }: PageEdge,
) {
  const known =
    id === undefined
      ? undefined
      : await db
          .selectFrom('thread_messages')
          .where('instance', '=', instance)
          .where('id', '=', toColumn(id))
          .select(['sent_at_seconds', 'position'])
          .executeTakeFirst()
  return ({ eb, refTuple, tuple }: ExpressionBuilder<Tables, 'thread_messages'>) => {
    if (!known) return eb('sent_at_seconds', side === 'before' ? '<=' : '>=', String(sentAtSeconds))
    return eb(
      refTuple('sent_at_seconds', 'position'),
      side === 'before' ? '<' : '>',
      tuple(known.sent_at_seconds, known.position),
    )
  }
}

/** The messages of one chat, or of all. */
async function messagesOf(
  db: Pick<Database, 'selectFrom'>,
  instance: string,
  remoteJid: string | undefined,
) {
  const all = db.selectFrom('thread_messages').where('instance', '=', instance)
  if (remoteJid === undefined) return all
  return all.where('chat', '=', toColumn(await nameOf(db, instance, remoteJid)))
}

function newestFirst(from: Awaited<ReturnType<typeof messagesOf>>) {
  return from.orderBy('sent_at_seconds', 'desc').orderBy('position', 'desc')
}
