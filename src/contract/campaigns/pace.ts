/** How fast one campaign sends on its device; the campaigns of one device alternate. */
export type Pace = {
  readonly campaignId: string
  readonly minIntervalMs: number
  /** Upper bound: every interval is drawn uniformly from `minIntervalMs` to this. */
  readonly maxIntervalMs: number
  /** When the campaign's last message left, in epoch milliseconds; 0 before the first. */
  readonly lastSentAtMs: number
}

/** How a slot ended. */
export type SlotResult =
  /** A message left: the interval starts now. */
  | 'sent'
  /** No recipient is ready: no further slot before `wake`, or before another slot ends. */
  | 'nothing'
