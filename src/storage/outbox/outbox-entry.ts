import type { Delivery } from '../../contract/gateways/delivery.ts'
import type { SegmentPlace } from '../files/segments.ts'

/** What an outbox has of its deliveries in memory. */

/** One whose event is in the log. */
export type Entry = {
  delivery: Delivery
  /** What it is found by. */
  readonly terms: string
  /** Of the event, and of what came of its attempts. */
  readonly place: SegmentPlace
  attempts: readonly SegmentPlace[]
}
/** One that has ended; without a place, only the file of those given up has it. */
export type Ended = {
  delivery: Delivery
  readonly terms: string
  readonly place?: SegmentPlace
  attempts?: readonly SegmentPlace[]
}
