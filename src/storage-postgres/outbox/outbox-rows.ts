import { z } from 'zod'
import { Delivery, OutboxEventName } from '../../contract/gateways/delivery.ts'
import { MediaRecord } from '../../contract/messages/message-record.ts'
import type { Outbox, OutboxEvent } from '../../domain/webhooks/webhook-outbox-store.ts'
import type { Database } from '../database.ts'
import { fromColumn, toColumn } from '../texts.ts'

/** What an attempt changes. */
export const State = Delivery.omit({ id: true, instance: true, event: true, createdAt: true })
export type State = z.infer<typeof State>

const Body = z.object({ data: z.unknown(), media: MediaRecord.nullable() })

export const deliveryColumns = ['id', 'event', 'created_at', 'state'] as const
type DeliveryRow = {
  readonly id: string
  readonly event: string
  readonly created_at: string
  readonly state: object
}

export const freshState: State = {
  url: null,
  status: 'waiting',
  attemptCount: 0,
  lastError: null,
  httpStatus: null,
  deliveredAt: null,
  nextAttemptAt: null,
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
  { id, event, created_at: createdAt, state }: DeliveryRow,
): Delivery {
  return Delivery.parse({ ...state, id: fromColumn(id), instance, event, createdAt })
}

export function toBody({ data, media }: OutboxEvent): string {
  return JSON.stringify({ data, media })
}

export function toEvent(row: Omit<DeliveryRow, 'state'> & { readonly body: unknown }): OutboxEvent {
  const { data, media } = Body.parse(row.body)
  const event = OutboxEventName.parse(row.event)
  return { id: fromColumn(row.id), event, createdAt: row.created_at, data, media }
}
