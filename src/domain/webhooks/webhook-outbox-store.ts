import type { Delivery, OutboxEventName } from '../../contract/gateways/delivery.ts'
import type { DeliveryAttempt } from '../../contract/gateways/delivery-attempt.ts'
import type { InboundMedia } from '../messenger.ts'
import type { DeliverySearch, FoundDeliveries } from './deliveries/delivery-order.ts'

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
export type DeliveryChange = Omit<Delivery, 'instance' | 'event' | 'createdAt' | 'about'>

/** Of an event that was not tried yet. */
export const freshState: Omit<DeliveryChange, 'id'> = {
  ...{ url: null, status: 'waiting', attemptCount: 0, lastError: null },
  ...{ httpStatus: null, deliveredAt: null, nextAttemptAt: null },
}

/** A delivery with what is left of its event, and its attempts, oldest first. */
export type KeptDelivery = {
  readonly delivery: Delivery
  readonly event: OutboxEvent | null
  readonly attempts: readonly DeliveryAttempt[]
}

export type Outbox = { readonly userId: string; readonly instance: string }

/** `others`: another node is at it. `changed`: it does not wait as it did when it was read. */
export type Claim = 'own' | 'others' | 'changed'

/**
 * Undelivered events, in order per instance. Bodies lie on the disk; every promise resolves when
 * the change is there. All methods may throw AppError `deliveries_damaged`, `storage_unavailable`.
 * Several nodes may share a store: who claims an event posts it, and the others wait.
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
  /** Takes a waiting event for one attempt, which others may take over after `forMs`. */
  claim(outbox: Outbox, delivery: Delivery, forMs: number): Promise<Claim>
  /** Gives back what was claimed, and not attempted. */
  release(outbox: Outbox, id: string): Promise<void>
  /**
   * Keeps what became of an event, and its attempt, and ends the claim; nothing where others have
   * taken the event over.
   */
  note(outbox: Outbox, change: DeliveryChange, attempt?: DeliveryAttempt): Promise<void>
  /** Keeps what became of an event that had ended, by an attempt that a person asked for. */
  amend(outbox: Outbox, change: DeliveryChange, attempt: DeliveryAttempt): Promise<void>
  /** Puts an event that was given up back to the end of the queue. */
  revive(outbox: Outbox, id: string): Promise<Delivery | undefined>
  find(outbox: Outbox, id: string): Promise<Delivery | undefined>
  /** The delivery whole, with its newest `WEBHOOK_ATTEMPTS_KEPT` attempts. */
  open(outbox: Outbox, id: string): Promise<KeptDelivery | undefined>
  /**
   * Newest first: among what waits, and at least the newest `WEBHOOK_DELIVERIES_KEPT` of the
   * others. What it costs does not grow with what there was before these.
   */
  search(outbox: Outbox, search: DeliverySearch): Promise<FoundDeliveries>
  instances(userId: string): Promise<readonly string[]>
  /** Lists the outboxes of all owners with a waiting event. */
  waiting(): Promise<readonly Outbox[]>
  remove(outbox: Outbox): Promise<void>
}
