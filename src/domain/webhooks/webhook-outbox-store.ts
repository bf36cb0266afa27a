import type { Delivery, OutboxEventName } from '../../contract/gateways/delivery.ts'
import type { InboundMedia } from '../messenger.ts'

/** An event for an instance's webhook, as it is stored until it is delivered. */
export type OutboxEvent = {
  readonly id: string
  readonly event: OutboxEventName
  readonly createdAt: string
  readonly data: unknown
  /** The message's file, downloaded when the event is sent. */
  readonly media: InboundMedia | null
}

/** The fields of a delivery that an attempt changes. */
export type DeliveryChange = Omit<Delivery, 'instance' | 'event' | 'createdAt'>

export type Outbox = { readonly userId: string; readonly instance: string }

/**
 * Undelivered events, in order per instance. Bodies lie on the disk; every promise resolves when
 * the change is there. All methods may throw AppError `deliveries_damaged`, `storage_unavailable`.
 */
export type WebhookOutboxStore = {
  /**
   * Adds an event, unless it is here already; where too many wait, gives up the oldest, for
   * `reason`.
   */
  add(outbox: Outbox, event: OutboxEvent, reason: string): Promise<void>
  /** Returns the oldest waiting event. */
  next(outbox: Outbox): Promise<Delivery | undefined>
  read(outbox: Outbox, id: string): Promise<OutboxEvent | undefined>
  note(outbox: Outbox, change: DeliveryChange): Promise<void>
  /** Puts an event that was given up back to the end of the queue. */
  revive(outbox: Outbox, id: string): Promise<Delivery | undefined>
  find(outbox: Outbox, id: string): Promise<Delivery | undefined>
  /** Newest first. */
  list(outbox: Outbox, limit: number): Promise<readonly Delivery[]>
  instances(userId: string): Promise<readonly string[]>
  /** Lists the outboxes of all owners with a waiting event, for the start of the daemon. */
  waiting(): Promise<readonly Outbox[]>
  remove(outbox: Outbox): Promise<void>
}
