import type { Delivery, WebhookEventName } from '../../contract/gateways/delivery.ts'
import type { InboundMedia } from '../messenger.ts'

/** An event for the webhook of an instance, as it is kept until it has arrived. */
export type OutboxEvent = {
  readonly id: string
  readonly event: WebhookEventName
  readonly createdAt: string
  readonly data: unknown
  /** The file that belongs to the message, to be fetched when the event goes out. */
  readonly media: InboundMedia | null
}

/** What a try made of an event. */
export type DeliveryChange = Omit<Delivery, 'instance' | 'event' | 'createdAt'>

export type Outbox = { readonly userId: string; readonly instance: string }

/**
 * Events on their way, in order per instance. Bodies lie on the disk; every promise resolves when
 * the change is there. All of them may throw AppError `deliveries_damaged`, `storage_unavailable`.
 */
export type WebhookOutboxStore = {
  /** Gives up the oldest ones where too many wait, for `reason`. */
  add(outbox: Outbox, event: OutboxEvent, reason: string): Promise<void>
  /** The oldest that waits. */
  next(outbox: Outbox): Promise<Delivery | undefined>
  read(outbox: Outbox, id: string): Promise<OutboxEvent | undefined>
  note(outbox: Outbox, change: DeliveryChange): Promise<void>
  /** Puts one that was given up at the end of those that wait. */
  revive(outbox: Outbox, id: string): Promise<Delivery | undefined>
  find(outbox: Outbox, id: string): Promise<Delivery | undefined>
  /** Newest first. */
  list(outbox: Outbox, limit: number): Promise<readonly Delivery[]>
  instances(userId: string): Promise<readonly string[]>
  /** Every owner's that have something waiting, for the start of the daemon. */
  waiting(): Promise<readonly Outbox[]>
  remove(outbox: Outbox): Promise<void>
}
