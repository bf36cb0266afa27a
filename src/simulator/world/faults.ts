import { z } from 'zod'
import { ClientVersion, LoginFailure } from '../protocol/end-kinds.ts'
import { DelayMs } from './behaviour.ts'

const HttpError = z.int().min(400).max(599)

const UsyncError = z.strictObject({
  level: z.enum(['iq', 'protocol', 'user']),
  code: z.int(),
  /** Seconds the server asks to wait. */
  backoff: z.number().nullable(),
  protocols: z.array(z.string()),
  count: z.int().min(1),
})
export type UsyncError = z.infer<typeof UsyncError>

/** What is wrong with the whole server at the moment; each can be changed while it runs. */
export const FaultFields = z.strictObject({
  /** Pause before every answer; the order on a connection stays. */
  latencyMs: DelayMs.exactOptional(),
  /** Further pause before the acknowledgement of a message. */
  ackLatencyMs: DelayMs.exactOptional(),
  /** HTTP status that answers every WebSocket upgrade, or `reset` to cut it without an answer. */
  refuseUpgrade: z
    .union([HttpError, z.literal('reset')])
    .nullable()
    .exactOptional(),
  /** Nothing is read and nothing written; connections stay up. What comes is read afterwards. */
  freeze: z.boolean().exactOptional(),
  /** The failure that answers every login: its reason (401, 403, 405, 503), or all it says. */
  failLogin: z.union([HttpError, LoginFailure]).nullable().exactOptional(),
  /** Clients below this version are refused with 405, at login and at registration. */
  minVersion: ClientVersion.nullable().exactOptional(),
  /** Announces at login when versions below `minVersion` are refused, and refuses them then. */
  clientExpiration: z
    .strictObject({ at: z.iso.datetime({ offset: true }), minVersion: ClientVersion })
    .nullable()
    .exactOptional(),
  /** HTTP status that answers every upload. */
  failUploads: HttpError.nullable().exactOptional(),
  /** The next `count` downloads of files are answered with this status. */
  failDownloads: z
    .strictObject({ status: HttpError, count: z.int().min(1) })
    .nullable()
    .exactOptional(),
  /** Phones that are asked for a file once more say that they have it no more, or nothing. */
  phoneFiles: z.enum(['lost', 'unanswered']).nullable().exactOptional(),
  /** Messages that may wait for their acknowledgement; one more is refused with 503. */
  inFlightLimit: z.int().min(1).nullable().exactOptional(),
  /** A stanza that a client leaves unacknowledged for so long ends its stream; it comes again. */
  unackedAfterMs: DelayMs.min(1).nullable().exactOptional(),
  /** Directory queries get no answer. */
  unansweredUsync: z.boolean().exactOptional(),
  /** The next `count` directory queries for one of `protocols` fail, wholly or in part. */
  usyncError: UsyncError.nullable().exactOptional(),
  /** More than `numbers` asked for within `perMs` are refused with 429. */
  usyncRate: z
    .strictObject({ numbers: z.int(), perMs: z.int(), backoff: z.number().nullable() })
    .nullable()
    .exactOptional(),
  /** Refusal of a whole query for keys that names a device without any: 404 or 406. */
  keysBatchError: HttpError.nullable().exactOptional(),
  /**
   * The next `count` queries of a namespace (`*`: of any) are refused with rate-overlimit, none of
   * them after `endsAt`, until when they ask to wait.
   */
  rateOverlimit: z
    .strictObject({
      xmlns: z.string().min(1),
      count: z.int().min(1),
      endsAt: z.iso.datetime().exactOptional(),
    })
    .nullable()
    .exactOptional(),
})
export type Faults = Required<z.infer<typeof FaultFields>>

/** A query that is refused as a whole. */
export type Refusal = { code: string; text: string; backoff?: string }

export const noFaults: Readonly<Faults> = {
  latencyMs: 0,
  ackLatencyMs: 0,
  refuseUpgrade: null,
  freeze: false,
  failLogin: null,
  minVersion: null,
  clientExpiration: null,
  failUploads: null,
  failDownloads: null,
  phoneFiles: null,
  inFlightLimit: null,
  unackedAfterMs: null,
  unansweredUsync: false,
  usyncError: null,
  usyncRate: null,
  keysBatchError: null,
  rateOverlimit: null,
}
