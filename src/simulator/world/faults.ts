import type { LoginFailure } from '../protocol/ends.ts'

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
  /** The failure that answers every login: its reason (401, 403, 405, 503), or all it says. */
  failLogin: number | LoginFailure | null
  /** Clients below this version are refused with 405, at login and at registration. */
  minVersion: string | null
  /** Tells each client at login when versions below this one will be refused, and refuses them then. */
  clientExpiration: { at: string; minVersion: string } | null
  /** HTTP status that answers every upload. */
  failUploads: number | null
  /** Messages that may wait for their acknowledgement; one more is refused with 503. */
  inFlightLimit: number | null
  /** Directory queries get no answer. */
  unansweredUsync: boolean
  /** The next `count` directory queries for one of `protocols` fail, wholly or in part. */
  usyncError: UsyncError | null
  /** More than `numbers` asked for within `perMs` are refused with 429. */
  usyncRate: { numbers: number; perMs: number; backoff: number | null } | null
  /** Refusal of a whole query for keys that names a device without any: 404 or 406. */
  keysBatchError: number | null
  /** The next `count` queries of a namespace (`*`: of any) are refused with rate-overlimit. */
  rateOverlimit: { xmlns: string; count: number } | null
}

/** A query that is refused as a whole. */
export type Refusal = { code: string; text: string; backoff?: string }

export type UsyncError = {
  level: 'iq' | 'protocol' | 'user'
  code: number
  /** Seconds the server asks to wait. */
  backoff: number | null
  protocols: string[]
  count: number
}

export const noFaults: Readonly<Faults> = {
  latencyMs: 0,
  ackLatencyMs: 0,
  refuseUpgrade: null,
  freeze: false,
  failLogin: null,
  minVersion: null,
  clientExpiration: null,
  failUploads: null,
  inFlightLimit: null,
  unansweredUsync: false,
  usyncError: null,
  usyncRate: null,
  keysBatchError: null,
  rateOverlimit: null,
}
