import { sql } from 'kysely'
import { z } from 'zod'
import { TEXT_RETENTION_MS } from '../contract/limits.ts'
import { DirectSendRecord, SentFileKind } from '../contract/messages/direct-send-record.ts'
import type { DirectSend, DirectSendStore } from '../domain/sending/direct/direct-message.ts'
import type { SendFact } from '../domain/sending/recipient.ts'
import { createBatches } from './batches.ts'
import { asked } from './database.ts'
import { isWithin, type Scope } from './scope.ts'
import { fromColumn, toColumn } from './texts.ts'

const NAMES_PER_PAGE = 2_000
/**
 * Old messages that are deleted with each new one, at most: more than one, so that they run out.
 */
const DELETED_WITH_EACH = 2

const Body: z.ZodType<DirectSend> = DirectSendRecord.extend({
  media: z
    .object({ name: z.string(), kind: SentFileKind, fileName: z.string().nullable() })
    .nullable(),
})

export function parseDirectSend(body: unknown): DirectSend {
  return Body.parse(body)
}

const NEXT_INDEX = sql<number>`nextval('direct_send_index')`

type NamedRow = { readonly user_id: string; readonly image_name: string }

/** The outbox of single messages; all programs take their indices from one sequence. */
export function openDirectSends({
  db,
  ownerId,
  now = Date.now,
}: Scope & {
  /** Epoch milliseconds. */
  readonly now?: () => number
}): DirectSendStore {
  const recordInBatch = createBatches(recordAll, (send: DirectSend) => send.text.length)

  return { record: (send) => recordInBatch('', send), note, find, imageNames }

  async function recordAll(_place: string, sends: readonly DirectSend[]): Promise<number[]> {
    const expired = db
      .selectFrom('direct_sends')
      .where('at_ms', '<=', sql<string>`${now() - TEXT_RETENTION_MS}::bigint`)
      .orderBy('at_ms')
      .select('index')
      .limit(sends.length * DELETED_WITH_EACH)
      .forUpdate()
      .skipLocked()
    // Rows are numbered in the order in which they are given.
    const query = db
      .with('dropped', (own) => own.deleteFrom('direct_sends').where('index', 'in', expired))
      .insertInto('direct_sends')
      .values(sends.map((send) => ({ index: NEXT_INDEX, ...directSendRow(send) })))
      .returning('index')
    return (await asked(() => query.execute())).map(({ index }) => index)
  }

  async function note({ type, index }: SendFact): Promise<boolean> {
    // A receipt proves a message as an acknowledgement does; nothing else is asked for again.
    if (type !== 'accepted' && type !== 'delivered' && type !== 'read') return false
    const query = db
      .updateTable('direct_sends')
      .set({ is_proven: true })
      .where(isWithin({ ownerId }))
      .where('index', '=', index)
      .where('is_proven', '=', false)
      .returning('index')
    return (await asked(() => query.executeTakeFirst())) !== undefined
  }

  async function find(index: number): Promise<DirectSend | undefined> {
    const query = db
      .selectFrom('direct_sends')
      .where('index', '=', index)
      .where(isWithin({ ownerId }))
      .select('body')
    const row = await asked(() => query.executeTakeFirst())
    const send = row && parseDirectSend(row.body)
    return send && send.atMs > now() - TEXT_RETENTION_MS ? send : undefined
  }

  /**
   * Finds the next name by the index each time, so that many messages with one name cost nothing.
   */
  async function imageNames(): Promise<ReadonlySet<string>> {
    const names = new Set<string>()
    let last: NamedRow = { user_id: ownerId ?? '', image_name: '' }
    for (;;) {
      const page = sql<NamedRow>`
        with recursive named as (
          (
            select user_id, image_name from direct_sends
            where (user_id, image_name) > (${last.user_id}, ${last.image_name})
              and ${isWithin({ ownerId })} and image_name is not null
            order by user_id, image_name limit 1
          )
          union all
          select next.user_id, next.image_name from named cross join lateral (
            select user_id, image_name from direct_sends
            where (user_id, image_name) > (named.user_id, named.image_name)
              and ${isWithin({ ownerId })} and image_name is not null
            order by user_id, image_name limit 1
          ) as next
        )
        select user_id, image_name from named limit ${NAMES_PER_PAGE}::integer
      `
      const { rows } = await asked(() => page.execute(db))
      for (const { image_name: name } of rows) names.add(fromColumn(name))
      const end = rows.at(-1)
      if (!end) return names
      last = end
    }
  }
}

export function directSendRow(send: DirectSend) {
  const { userId, atMs, media } = send
  return {
    ...{ user_id: userId, at_ms: atMs },
    image_name: media && toColumn(media.name),
    body: JSON.stringify(send),
  }
}
