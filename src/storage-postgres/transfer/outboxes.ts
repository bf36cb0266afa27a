import { sql } from 'kysely'
import type { Portable, Portion } from '../../domain/transfer/portable.ts'
import { byEnd, byNames, type MovedEvent } from '../../domain/transfer/portions.ts'
import { searchTermsOf } from '../../domain/webhooks/deliveries/search-terms.ts'
import type { Outbox } from '../../domain/webhooks/webhook-outbox-store.ts'
import { asked, type Database } from '../database.ts'
import {
  endedIn,
  eventPlaceOf,
  keptColumns,
  placeOf,
  toAttempts,
  toBody,
  toKept,
} from '../outbox/outbox-rows.ts'
import { fromColumn } from '../texts.ts'
import { type Reading, readingAll, rowsOf } from './reading.ts'

const EVENTS_AT_ONCE = 100

type EventRow = {
  readonly id: string
  readonly event: string
  readonly created_at: string
  readonly about: string | null
  readonly state: object
  readonly body: unknown
  readonly attempts: object[] | null
}

/** Events for webhooks: waiting ones, and the last ones that ended, with their attempts. */
export function portableOutboxes(db: Database): Portable<Outbox, MovedEvent> {
  return { dump, fill }

  function dump() {
    return readingAll(db, async function* (tx) {
      const found = await asked(() =>
        tx.selectFrom('outboxes').select(['user_id', 'instance']).execute(),
      )
      const outboxes = found.map((row) => ({
        ...{ userId: row.user_id, instance: fromColumn(row.instance) },
      }))
      for (const head of outboxes.sort(byNames(namesOf))) yield { head, rows: eventsOf(tx, head) }
    })
  }

  async function fill(portions: AsyncIterable<Portion<Outbox, MovedEvent>>): Promise<void> {
    for await (const { head, rows } of portions) {
      await asked(() => db.insertInto('outboxes').values(placeOf(head)).execute())
      let last = 0
      for await (const events of rows) {
        for (let from = 0; from < events.length; from += EVENTS_AT_ONCE) {
          const some = events.slice(from, from + EVENTS_AT_ONCE)
          await write(head, { events: some, last })
          last += some.length
        }
      }
    }
    await countAll()
  }

  /** Writes events as they come: ended ones first, so that their positions follow their ends. */
  async function write(
    outbox: Outbox,
    { events, last }: { readonly events: readonly MovedEvent[]; readonly last: number },
  ): Promise<void> {
    const rows = events.map(({ delivery, event, attempts }, place) => {
      const { id, instance: _, event: name, createdAt, about = null, ...state } = delivery
      const body = event && toBody(event)
      const position = last + place + 1
      return {
        ...{ ...eventPlaceOf(outbox, id), position, event: name, created_at: createdAt, body },
        ended_position: state.status === 'waiting' ? null : position,
        ...{
          attempt_count: state.attemptCount,
          bytes: body === null ? 0 : Buffer.byteLength(body),
        },
        state: JSON.stringify(state),
        about,
        terms: event && searchTermsOf(id, event.data),
        attempts: toAttempts(attempts),
      }
    })
    await asked(() => db.insertInto('outbox_events').values(rows).execute())
  }

  async function countAll(): Promise<void> {
    await asked(() =>
      sql`
        update outboxes outbox set
          last_position = events.last, waiting_count = events.count, waiting_bytes = events.bytes
        from (
          select user_id, instance, max(position) as last,
            count(*) filter (where ended_position is null) as count,
            coalesce(sum(bytes) filter (where ended_position is null), 0) as bytes
          from outbox_events group by user_id, instance
        ) events
        where outbox.user_id = events.user_id and outbox.instance = events.instance
      `.execute(db),
    )
  }
}

async function* eventsOf(tx: Reading, outbox: Outbox): AsyncGenerator<readonly MovedEvent[]> {
  const ended = await asked(() => endedIn(tx, outbox).select(keptColumns).execute())
  yield ended.map((row) => toKept(outbox, row)).sort(byEnd)
  const { user_id: userId, instance } = placeOf(outbox)
  const waiting = sql<EventRow>`
    select id, event, created_at, about, state, body, attempts from outbox_events
    where user_id = ${sql.lit(userId)} and instance = ${sql.lit(instance)}
      and ended_position is null
    order by position
  `
  for await (const rows of rowsOf(tx, waiting, EVENTS_AT_ONCE)) {
    yield rows.map((row) => toKept(outbox, row))
  }
}

function namesOf({ userId, instance }: Outbox) {
  return [userId, instance]
}
