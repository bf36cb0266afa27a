import type { EventOf } from '../engine-events.ts'

/** What arrives from people: lost if it were acknowledged to WhatsApp before it is on the disk. */
export type SpooledEvent = EventOf<'receipt' | 'inbound' | 'message_change'>

/**
 * The spool of one device: events that were acknowledged to WhatsApp and that the daemon has not
 * handled yet. A crash leaves them there for the next start.
 */
export type Spool = {
  /** Why an unreadable spool was put aside and this one begun; null where none was. */
  readonly damage: string | null
  /**
   * Resolves to the event's number once it is on the disk.
   * @throws AppError `storage_unavailable`: the event is not in the spool.
   */
  add(event: SpooledEvent): Promise<number>
  /** Notes that an event was handled. A crash may forget what was noted in its last second. */
  remove(number: number): void
  /** What was added and not removed, the oldest first. */
  waiting(): ReadonlyMap<number, SpooledEvent>
  close(): Promise<void>
}
