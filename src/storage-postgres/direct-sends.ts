import { sql } from 'kysely'
import { z } from 'zod'
import { TEXT_RETENTION_DAYS } from '../contract/limits.ts'
import { DirectSendRecord, SentFileKind } from '../contract/messages/direct-send-record.ts'
import type { DirectSend, DirectSendStore } from '../domain/sending/direct/direct-message.ts'
import type { SendFact } from '../domain/sending/recipient.ts'
import { createBatches } from './batches.ts'
import { asked, type Database } from './database.ts'
import { fromColumn, toColumn } from './texts.ts'

const RETENTION_MS = TEXT_RETENTION_DAYS * 24 * 60 * 60_000
const NAMES_PER_PAGE = 2_000
/** Old messages that are deleted with each new one, at the most: more than come. */
const DELETED_WITH_EACH = 2

const Body: z.ZodType<DirectSend> = DirectSendRecord.extend({
  media: z
    .object({ name: z.string(), kind: SentFileKind, fileName: z.string().nullable() })
    .nullable(),
})

export function parseDirectSend(body: unknown): DirectSend {
  return Body.parse(body)
}

/** The outbox of single messages, whose indices are one sequence of all programs. */
export function openDirectSends({
  db,
  now = Date.now,
}: {
  readonly db: Database
  /** Epoch milliseconds. */
  readonly now?: () => number
}): DirectSendStore {
  const recordInBatch = createBatches(recordAll, (send: DirectSend) => send.text.length)

  return { record: (send) => recordInBatch('', send), note, find, imageNames }

  async function recordAll(_place: string, sends: readonly DirectSend[]): Promise<number[]> {
    return asked(async () => {
      const { rows } = await sql<{ index: number }>`
        select nextval('direct_send_index')::integer as index
        from generate_series(1, ${sends.length}::integer)
      `.execute(db)
      const indices = rows.map(({ index }) => index)
      await db
        .insertInto('direct_sends')
        .values(
          indices.flatMap((index, place) => {
            const send = sends[place]
            return send ? [{ index, ...directSendRow(send) }] : []
          }),
        )
        .execute()
      await dropExpired(sends.length * DELETED_WITH_EACH)
      return indices
    })
  }

  async function dropExpired(limit: number): Promise<void> {
    const expired = db
      .selectFrom('direct_sends')
      .where('at_ms', '<=', sql<string>`${now() - RETENTION_MS}::bigint`)
      .orderBy('at_ms')
      .select('index')
      .limit(limit)
      .forUpdate()
      .skipLocked()
    await db.deleteFrom('direct_sends').where('index', 'in', expired).execute()
  }

  async function note({ type, index }: SendFact): Promise<boolean> {
    // A receipt proves a message as an acknowledgement does; nothing else is asked for again.
    if (type !== 'accepted' && type !== 'delivered' && type !== 'read') return false
    const query = db
      .updateTable('direct_sends')
      .set({ is_proven: true })
      .where('index', '=', index)
      .where('is_proven', '=', false)
      .returning('index')
    return (await asked(() => query.executeTakeFirst())) !== undefined
  }

  async function find(index: number): Promise<DirectSend | undefined> {
    const query = db.selectFrom('direct_sends').where('index', '=', index).select('body')
    const row = await asked(() => query.executeTakeFirst())
    const send = row && parseDirectSend(row.body)
    return send && send.atMs > now() - RETENTION_MS ? send : undefined
  }

  /** Steps from name to name: how many messages have one costs nothing. */
  async function imageNames(): Promise<ReadonlySet<string>> {
    const names = new Set<string>()
    let last = ''
    for (;;) {
      const page = sql<{ image_name: string }>`
        with recursive named as (
          (
            select image_name from direct_sends where image_name > ${last}
            order by image_name limit 1
          )
          union all
          select (
            select next.image_name from direct_sends as next
            where next.image_name > named.image_name order by next.image_name limit 1
          )
          from named where named.image_name is not null
        )
        select image_name from named where image_name is not null limit ${NAMES_PER_PAGE}::integer
      `
      const { rows } = await asked(() => page.execute(db))
      for (const { image_name: name } of rows) names.add(fromColumn(name))
      const end = rows.at(-1)
      if (!end) return names
      last = end.image_name
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
