/** What is wrong with the whole server at the moment; each can be changed while it runs. */
export type Faults = {
  /** Pause before every answer; the order on a connection stays. */
  latencyMs: number
  /** Further pause before the acknowledgement of a message. */
  ackLatencyMs: number
  /** HTTP status that answers every WebSocket upgrade, or `reset` to cut it without an answer. */
  refuseUpgrade: number | 'reset' | null
  /** Nothing is read and nothing written; connections stay up. What comes is read afterwards. */
  freeze: boolean
  /** Reason of the failure that answers every login: 401, 403, 405, 503. */
  failLogin: number | null
  /** HTTP status that answers every upload. */
  failUploads: number | null
  /** Directory queries get no answer. */
  unansweredUsync: boolean
  /** The next `count` queries of a namespace (`*`: of any) are refused with rate-overlimit. */
  rateOverlimit: { xmlns: string; count: number } | null
}

export const noFaults: Readonly<Faults> = {
  latencyMs: 0,
  ackLatencyMs: 0,
  refuseUpgrade: null,
  freeze: false,
  failLogin: null,
  failUploads: null,
  unansweredUsync: false,
  rateOverlimit: null,
}
