import { sql, type Transaction } from 'kysely'
import type { DeliveryAttempt } from '../../contract/gateways/delivery-attempt.ts'
import { WEBHOOK_DELIVERIES_KEPT } from '../../contract/limits.ts'
import { subjectOf } from '../../domain/webhooks/deliveries/event-subject.ts'
import { searchTermsOf } from '../../domain/webhooks/deliveries/search-terms.ts'
import {
  type DeliveryChange,
  freshState,
  type Outbox,
  type OutboxEvent,
} from '../../domain/webhooks/webhook-outbox-store.ts'
import type { Tables } from '../tables.ts'
import { toColumn } from '../texts.ts'
import {
  endedIn,
  eventPlaceOf,
  isStatus,
  placeOf,
  State,
  waitingIn,
  withAttempt,
} from './outbox-rows.ts'

/** The counters in an outbox's row, which is locked until the transaction ends. */
type Counts = {
  readonly lastPosition: number
  readonly waitingCount: number
  readonly waitingBytes: number
}

export type OutboxLimits = Omit<Counts, 'lastPosition'>

/** Waiting events that are read at a time, to give them up. */
const PAGE_ROWS = 100
const countColumns = ['last_position', 'waiting_count', 'waiting_bytes'] as const

/** Adds events behind all others, and gives up the oldest where too many wait then. */
export async function addEvents(
  tx: Transaction<Tables>,
  outbox: Outbox,
  given: {
    readonly events: readonly { readonly event: OutboxEvent; readonly body: string }[]
    readonly limits: OutboxLimits
    readonly reason: string
  },
): Promise<void> {
  const { events, limits, reason } = given
  const before = await makeLocked(tx, outbox)
  const rows = events.map(({ event: { id, event, createdAt, data }, body }, place) => ({
    ...eventPlaceOf(outbox, id),
    position: before.lastPosition + place + 1,
    attempt_count: 0,
    bytes: Buffer.byteLength(body),
    event,
    created_at: createdAt,
    state: JSON.stringify(freshState),
    body,
    about: subjectOf(data).about ?? null,
    terms: searchTermsOf(id, data),
  }))
  const added = await tx
    .insertInto('outbox_events')
    .values(rows)
    .onConflict((taken) => taken.doNothing())
    .returning('bytes')
    .execute()
  const counts = {
    lastPosition: before.lastPosition + events.length,
    waitingCount: before.waitingCount + added.length,
    waitingBytes: added.reduce((sum, { bytes }) => sum + bytes, before.waitingBytes),
  }
  await write(tx, outbox, await giveUpOldest(tx, outbox, { counts, limits, reason }))
}

async function giveUpOldest(
  tx: Transaction<Tables>,
  outbox: Outbox,
  given: { readonly counts: Counts; readonly limits: OutboxLimits; readonly reason: string },
): Promise<Counts> {
  const { limits, reason } = given
  let { counts } = given
  const isOver = ({ waitingCount, waitingBytes }: OutboxLimits) =>
    waitingCount > 1 && (waitingCount > limits.waitingCount || waitingBytes > limits.waitingBytes)
  while (isOver(counts)) {
    const page = waitingIn(tx, outbox).select(['id', 'state', 'bytes']).limit(PAGE_ROWS)
    const left: (State & { readonly id: string })[] = []
    let { waitingCount, waitingBytes } = counts
    for (const { id, state, bytes } of await page.execute()) {
      if (!isOver({ waitingCount, waitingBytes })) break
      waitingCount -= 1
      waitingBytes -= bytes
      const dead = { ...State.parse(state), id, status: 'dead' as const }
      left.push({ ...dead, lastError: reason, nextAttemptAt: null })
    }
    // Cannot happen as long as the row counts its events right; it would loop without end.
    if (left.length === 0) return counts
    counts = await end(tx, outbox, { changes: left, counts })
  }
  return counts
}

/** Stores how an event ended, unless it has ended already or another node holds it. */
export async function endEvent(
  tx: Transaction<Tables>,
  outbox: Outbox,
  given: {
    readonly change: DeliveryChange
    readonly attempt: DeliveryAttempt | undefined
    readonly owner: string
  },
): Promise<void> {
  const { change, attempt, owner } = given
  const counts = await lock(tx, outbox)
  if (!counts) return
  const id = toColumn(change.id)
  const present = await waitingIn(tx, outbox)
    .where('id', '=', id)
    .where('attempt_count', '<=', change.attemptCount)
    .where((at) => at.or([at('held_by', 'is', null), at('held_by', '=', owner)]))
    .select('id')
    .executeTakeFirst()
  if (!present) return
  if (attempt) {
    await tx
      .updateTable('outbox_events')
      .set({ attempts: withAttempt(attempt) })
      .where((at) => at.and(eventPlaceOf(outbox, change.id)))
      .execute()
  }
  await write(tx, outbox, await end(tx, outbox, { changes: [{ ...change, id }], counts }))
}

/** Moves a given-up event behind all waiting ones; returns false where there is none. */
export async function reviveEvent(
  tx: Transaction<Tables>,
  outbox: Outbox,
  id: string,
): Promise<boolean> {
  const counts = await lock(tx, outbox)
  if (!counts) return false
  const position = counts.lastPosition + 1
  const revived = await tx
    .updateTable('outbox_events')
    .set({ position, ended_position: null, attempt_count: 0, state: JSON.stringify(freshState) })
    .where((at) => at.and(eventPlaceOf(outbox, id)))
    .where('ended_position', 'is not', null)
    .where('body', 'is not', null)
    .where(isStatus('dead'))
    .returning('bytes')
    .executeTakeFirst()
  if (!revived) return false
  await write(tx, outbox, {
    lastPosition: position,
    waitingCount: counts.waitingCount + 1,
    waitingBytes: counts.waitingBytes + revived.bytes,
  })
  return true
}

/** Ends waiting events, and drops those that ended long before. */
async function end(
  tx: Transaction<Tables>,
  outbox: Outbox,
  given: { readonly changes: readonly DeliveryChange[]; readonly counts: Counts },
): Promise<Counts> {
  const { changes, counts } = given
  const ended = sql<{ id: string }>`unnest(
    ${changes.map(({ id }) => id)}::text[],
    ${changes.map(({ id: _, ...state }) => JSON.stringify(state))}::json[],
    ${changes.map(({ attemptCount }) => attemptCount)}::integer[]
  ) with ordinality`.as<'ended'>(sql`ended(id, state, attempt_count, place)`)
  const rows = await tx
    .updateTable('outbox_events as event')
    .from(ended)
    .set({
      state: sql`ended.state`,
      attempt_count: sql`ended.attempt_count`,
      ended_position: sql`${counts.lastPosition}::bigint + ended.place`,
      held_by: null,
      held_until: null,
    })
    .whereRef('event.id', '=', 'ended.id')
    .where('event.user_id', '=', outbox.userId)
    .where('event.instance', '=', toColumn(outbox.instance))
    .returning('event.bytes')
    .execute()
  await tx
    .deleteFrom('outbox_events')
    .where((at) => at.and(placeOf(outbox)))
    .where(
      'ended_position',
      '<=',
      endedIn(tx, outbox).select('ended_position').offset(WEBHOOK_DELIVERIES_KEPT).limit(1),
    )
    .execute()
  return {
    lastPosition: counts.lastPosition + changes.length,
    waitingCount: counts.waitingCount - rows.length,
    waitingBytes: rows.reduce((sum, { bytes }) => sum - bytes, counts.waitingBytes),
  }
}

/** Locks an outbox, which is made where there is none. */
async function makeLocked(tx: Transaction<Tables>, outbox: Outbox): Promise<Counts> {
  const row = await tx
    .insertInto('outboxes')
    .values(placeOf(outbox))
    .onConflict((taken) =>
      taken
        .columns(['user_id', 'instance'])
        .doUpdateSet({ instance: ({ ref }) => ref('excluded.instance') }),
    )
    .returning(countColumns)
    .executeTakeFirstOrThrow()
  return toCounts(row)
}

async function lock(tx: Transaction<Tables>, outbox: Outbox): Promise<Counts | undefined> {
  const row = await tx
    .selectFrom('outboxes')
    .where((at) => at.and(placeOf(outbox)))
    .select(countColumns)
    .forUpdate()
    .executeTakeFirst()
  return row && toCounts(row)
}

async function write(
  tx: Transaction<Tables>,
  outbox: Outbox,
  { lastPosition, waitingCount, waitingBytes }: Counts,
): Promise<void> {
  await tx
    .updateTable('outboxes')
    .set({
      last_position: lastPosition,
      waiting_count: waitingCount,
      waiting_bytes: waitingBytes,
    })
    .where((at) => at.and(placeOf(outbox)))
    .execute()
}

function toCounts(row: {
  readonly last_position: string
  readonly waiting_count: number
  readonly waiting_bytes: string
}): Counts {
  return {
    lastPosition: Number(row.last_position),
    waitingCount: row.waiting_count,
    waitingBytes: Number(row.waiting_bytes),
  }
}
