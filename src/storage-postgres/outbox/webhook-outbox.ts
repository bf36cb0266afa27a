import { sql } from 'kysely'
import type { Delivery } from '../../contract/gateways/delivery.ts'
import type { DeliveryAttempt } from '../../contract/gateways/delivery-attempt.ts'
import { WEBHOOK_WAITING_MAX_BYTES, WEBHOOK_WAITING_MAX_COUNT } from '../../contract/limits.ts'
import type {
  DeliverySearch,
  FoundDeliveries,
} from '../../domain/webhooks/deliveries/delivery-order.ts'
import type {
  Claim,
  DeliveryChange,
  KeptDelivery,
  Outbox,
  OutboxEvent,
  WebhookOutboxStore,
} from '../../domain/webhooks/webhook-outbox-store.ts'
import { createBatches } from '../batches.ts'
import { asked, inTransaction } from '../database.ts'
import { isWithin, type Scope } from '../scope.ts'
import { fromColumn } from '../texts.ts'
import { addEvents, endEvent, type OutboxLimits, reviveEvent } from './outbox-changes.ts'
import {
  deliveryColumns,
  eventPlaceOf,
  keptColumns,
  placeOf,
  toBody,
  toDelivery,
  toEvent,
  toKept,
  waitingIn,
  withAttempt,
} from './outbox-rows.ts'
import { foundIn, pageOf } from './outbox-search.ts'

type New = {
  readonly outbox: Outbox
  readonly event: OutboxEvent
  readonly body: string
  readonly reason: string
}

const defaultLimits: OutboxLimits = {
  waitingCount: WEBHOOK_WAITING_MAX_COUNT,
  waitingBytes: WEBHOOK_WAITING_MAX_BYTES,
}
const OUTBOXES_PER_PAGE = 1_000

/**
 * Events for webhooks. Several nodes may deliver them: a claim gives an event to one node at a
 * time.
 */
export function openWebhookOutbox({
  db,
  ownerId,
  owner,
  limits = defaultLimits,
}: Scope & {
  /** Name of this node while it runs, which no other node has. */
  readonly owner: string
  readonly limits?: OutboxLimits
}): WebhookOutboxStore {
  const addInBatch = createBatches(addAll, ({ body }: New) => Buffer.byteLength(body))

  return {
    ...{ add, next, read, claim, release, note, amend, revive, find, open, search },
    ...{ instances, waiting, remove },
  }

  async function add(outbox: Outbox, event: OutboxEvent, reason: string): Promise<void> {
    const place = JSON.stringify([outbox.userId, outbox.instance])
    await addInBatch(place, { outbox, event, body: toBody(event), reason })
  }

  async function addAll(_place: string, events: readonly New[]): Promise<readonly undefined[]> {
    const [first] = events
    if (first) {
      const { outbox, reason } = first
      await inTransaction(db, (tx) => addEvents(tx, outbox, { events, limits, reason }))
    }
    return events.map(() => undefined)
  }

  async function next(outbox: Outbox): Promise<Delivery | undefined> {
    const query = waitingIn(db, outbox).select(deliveryColumns).limit(1)
    const row = await asked(() => query.executeTakeFirst())
    return row && toDelivery(outbox, row)
  }

  async function read(outbox: Outbox, id: string): Promise<OutboxEvent | undefined> {
    const query = db
      .selectFrom('outbox_events')
      .where((at) => at.and(eventPlaceOf(outbox, id)))
      .where('ended_position', 'is', null)
      .select(['id', 'event', 'created_at', 'body'])
    const row = await asked(() => query.executeTakeFirst())
    return row && toEvent(row)
  }

  async function claim(
    outbox: Outbox,
    { id, attemptCount }: Delivery,
    forMs: number,
  ): Promise<Claim> {
    const place = { ...eventPlaceOf(outbox, id), attempt_count: attemptCount }
    const taken = db
      .updateTable('outbox_events')
      .set({ held_by: owner, held_until: sql<Date>`now() + ${forMs} * interval '1 millisecond'` })
      .where((at) => at.and(place))
      .where('ended_position', 'is', null)
      .where((at) =>
        at.or([
          at('held_by', 'is', null),
          at('held_by', '=', owner),
          at('held_until', '<=', sql<Date>`now()`),
        ]),
      )
      .returning('id')
    if (await asked(() => taken.executeTakeFirst())) return 'own'
    const present = db
      .selectFrom('outbox_events')
      .where((at) => at.and(place))
      .where('ended_position', 'is', null)
      .select('id')
    return (await asked(() => present.executeTakeFirst())) ? 'others' : 'changed'
  }

  async function release(outbox: Outbox, id: string): Promise<void> {
    const query = db
      .updateTable('outbox_events')
      .set({ held_by: null, held_until: null })
      .where((at) => at.and({ ...eventPlaceOf(outbox, id), held_by: owner }))
    await asked(() => query.execute())
  }

  async function note(
    outbox: Outbox,
    change: DeliveryChange,
    attempt?: DeliveryAttempt,
  ): Promise<void> {
    if (change.status !== 'waiting') {
      return inTransaction(db, (tx) => endEvent(tx, outbox, { change, attempt, owner }))
    }
    const { id, ...state } = change
    const query = db
      .updateTable('outbox_events')
      .set({
        state: JSON.stringify(state),
        attempts: withAttempt(attempt),
        attempt_count: state.attemptCount,
        held_by: null,
        held_until: null,
      })
      .where((at) => at.and(eventPlaceOf(outbox, id)))
      .where('ended_position', 'is', null)
      .where('attempt_count', '<=', state.attemptCount)
      .where((at) => at.or([at('held_by', 'is', null), at('held_by', '=', owner)]))
    await asked(() => query.execute())
  }

  async function amend(
    outbox: Outbox,
    { id, ...state }: DeliveryChange,
    attempt: DeliveryAttempt,
  ): Promise<void> {
    const query = db
      .updateTable('outbox_events')
      .set({ state: JSON.stringify(state), attempts: withAttempt(attempt) })
      .where((at) => at.and(eventPlaceOf(outbox, id)))
      .where('ended_position', 'is not', null)
    await asked(() => query.execute())
  }

  async function revive(outbox: Outbox, id: string): Promise<Delivery | undefined> {
    const isRevived = await inTransaction(db, (tx) => reviveEvent(tx, outbox, id))
    return isRevived ? find(outbox, id) : undefined
  }

  async function find(outbox: Outbox, id: string): Promise<Delivery | undefined> {
    const query = db
      .selectFrom('outbox_events')
      .where((at) => at.and(eventPlaceOf(outbox, id)))
      .select(deliveryColumns)
    const row = await asked(() => query.executeTakeFirst())
    return row && toDelivery(outbox, row)
  }

  async function open(outbox: Outbox, id: string): Promise<KeptDelivery | undefined> {
    const query = db
      .selectFrom('outbox_events')
      .where((at) => at.and(eventPlaceOf(outbox, id)))
      .select(keptColumns)
    const row = await asked(() => query.executeTakeFirst())
    return row && toKept(outbox, row)
  }

  async function search(outbox: Outbox, wanted: DeliverySearch): Promise<FoundDeliveries> {
    const page = pageOf(db, outbox, wanted).select(deliveryColumns)
    const count = foundIn(db, outbox, wanted).select(({ fn }) => fn.countAll<string>().as('total'))
    const [rows, { total }] = await asked(() =>
      Promise.all([page.execute(), count.executeTakeFirstOrThrow()]),
    )
    return { deliveries: rows.map((row) => toDelivery(outbox, row)), total: Number(total) }
  }

  async function instances(userId: string): Promise<readonly string[]> {
    const query = db.selectFrom('outboxes').where('user_id', '=', userId).select('instance')
    const rows = await asked(() => query.execute())
    return rows.map(({ instance }) => fromColumn(instance))
  }

  async function waiting(): Promise<readonly Outbox[]> {
    const found: Outbox[] = []
    let last = { user_id: '', instance: '' }
    for (;;) {
      const page = db
        .selectFrom('outboxes')
        .where('waiting_count', '>', sql.lit(0))
        .where(isWithin({ ownerId }))
        .where(({ eb, refTuple, tuple }) =>
          eb(refTuple('user_id', 'instance'), '>', tuple(last.user_id, last.instance)),
        )
        .orderBy('user_id')
        .orderBy('instance')
        .select(['user_id', 'instance'])
        .limit(OUTBOXES_PER_PAGE)
      const rows = await asked(() => page.execute())
      for (const { user_id: userId, instance } of rows) {
        found.push({ userId, instance: fromColumn(instance) })
      }
      const end = rows.at(-1)
      if (!end) return found
      last = end
    }
  }

  async function remove(outbox: Outbox): Promise<void> {
    const query = db.deleteFrom('outboxes').where((at) => at.and(placeOf(outbox)))
    await asked(() => query.execute())
  }
}
