import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { Delivery, OutboxEventName } from '../../contract/gateways/delivery.ts'
import { DeliveryAttempt } from '../../contract/gateways/delivery-attempt.ts'
import { WEBHOOK_ATTEMPTS_KEPT } from '../../contract/limits.ts'
import { MediaRecord } from '../../contract/messages/message-record.ts'
import type {
  KeptDelivery,
  Outbox,
  OutboxEvent,
} from '../../domain/webhooks/webhook-outbox-store.ts'
import type { Database } from '../database.ts'
import { fromColumn, toColumn } from '../texts.ts'

/** The part of a delivery that an attempt changes. */
export const State = Delivery.omit({
  id: true,
  instance: true,
  event: true,
  createdAt: true,
  about: true,
})
export type State = z.infer<typeof State>

const Body = z.object({ data: z.unknown(), media: MediaRecord.nullable() })

export const deliveryColumns = ['id', 'event', 'created_at', 'about', 'state'] as const
type DeliveryRow = {
  readonly id: string
  readonly event: string
  readonly created_at: string
  readonly about: string | null
  readonly state: object
}

export function placeOf({ userId, instance }: Outbox) {
  return { user_id: userId, instance: toColumn(instance) }
}

export function eventPlaceOf(outbox: Outbox, id: string) {
  return { ...placeOf(outbox), id: toColumn(id) }
}

/** Oldest first. */
export function waitingIn(db: Pick<Database, 'selectFrom'>, outbox: Outbox) {
  return db
    .selectFrom('outbox_events')
    .where((at) => at.and(placeOf(outbox)))
    .where('ended_position', 'is', null)
    .orderBy('position')
}

/** The one that ended last comes first. */
export function endedIn(db: Pick<Database, 'selectFrom'>, outbox: Outbox) {
  return db
    .selectFrom('outbox_events')
    .where((at) => at.and(placeOf(outbox)))
    .where('ended_position', 'is not', null)
    .orderBy('ended_position', 'desc')
}

export function toDelivery(
  { instance }: Outbox,
  { id, event, created_at: createdAt, about, state }: DeliveryRow,
): Delivery {
  const subject = about === null ? {} : { about }
  return Delivery.parse({ ...state, ...subject, id: fromColumn(id), instance, event, createdAt })
}

export function toBody({ data, media }: OutboxEvent): string {
  return JSON.stringify({ data, media })
}

export function toEvent(
  row: Omit<DeliveryRow, 'state' | 'about'> & { readonly body: unknown },
): OutboxEvent {
  const { data, media } = Body.parse(row.body)
  const event = OutboxEventName.parse(row.event)
  return { id: fromColumn(row.id), event, createdAt: row.created_at, data, media }
}

/** Columns of a delivery together with its event and its attempts. */
export const keptColumns = [...deliveryColumns, 'body', 'attempts'] as const

type KeptRow = DeliveryRow & { readonly body: unknown; readonly attempts: readonly object[] | null }

export function toKept(outbox: Outbox, row: KeptRow): KeptDelivery {
  return {
    delivery: toDelivery(outbox, row),
    event: row.body === null ? null : toEvent(row),
    attempts: (row.attempts ?? []).map((attempt) => DeliveryAttempt.parse(attempt)),
  }
}

/** Appends an attempt to those of a row, and drops the oldest beyond the limit. */
export function withAttempt(attempt: DeliveryAttempt | undefined): RawBuilder<object[] | null> {
  if (!attempt) return sql`attempts`
  const json = JSON.stringify(attempt)
  return sql`(attempts || array[${json}::json])[
    greatest(1, coalesce(array_length(attempts, 1), 0) + 2 - ${sql.lit(WEBHOOK_ATTEMPTS_KEPT)}) :
  ]`
}

export function toAttempts(attempts: readonly DeliveryAttempt[]): RawBuilder<object[] | null> {
  return sql`${attempts.map((attempt) => JSON.stringify(attempt))}::json[]`
}

/** Compares text: the state may hold what the database cannot take out of JSON. */
export function isStatus(status: string): RawBuilder<boolean> {
  return sql<boolean>`position(${`"status":"${status}"`} in state::text) > 0`
}
