import type { Delivery } from '../../contract/gateways/delivery.ts'
import type { SegmentPlace } from '../files/segments.ts'

/** The deliveries of an outbox in memory. */

/** A delivery whose event is in the log. */
export type Entry = {
  delivery: Delivery
  /** Text that a search looks through. */
  readonly terms: string
  /** Place of the event in the log; `attempts` has those of its attempts. */
  readonly place: SegmentPlace
  attempts: readonly SegmentPlace[]
}
/** A delivery that has ended; without a place, its event is only in the file of dead letters. */
export type Ended = {
  delivery: Delivery
  readonly terms: string
  readonly place?: SegmentPlace
  attempts?: readonly SegmentPlace[]
}
