/** How fast one campaign goes on its device; campaigns on one device take turns. */
export type Pace = {
  readonly campaignId: string
  readonly minIntervalMs: number
  /** Every interval is drawn uniformly between the two. */
  readonly maxIntervalMs: number
  /** When its last message left, in epoch milliseconds; 0 where none did. */
  readonly lastSentAtMs: number
}

/** How a slot ended. */
export type SlotResult =
  /** A message left: the interval runs from now. */
  | 'sent'
  /** Nobody to write to just now: no further slot before `wake`, or before another slot ends. */
  | 'nothing'
