import type { ClientVersion } from '../../contract/devices/client-version.ts'
import type { MessageStep } from '../../contract/devices/device-check.ts'
import type { AccountAct, ActAnswer } from '../../domain/account-acts.ts'
import type { Fence } from '../../domain/cluster/lease-store.ts'
import type { WantedClientVersion } from '../../domain/devices/client-versions.ts'
import type { KeyPlace } from '../../domain/devices/device-keys.ts'
import type { Download, DownloadLimits } from '../../domain/media-download.ts'
import type { MediaSource, MessageContent } from '../../domain/message-content.ts'
import type {
  Acquaintance,
  DeviceKey,
  InboundMedia,
  Inspection,
  Lookup,
  LookupRequest,
  MessengerEvent,
  SendOutcome,
  SendRequest,
} from '../../domain/messenger.ts'
import type { UploadPart } from '../../domain/uploads/upload-pieces.ts'
import type { ReconnectTimings } from '../connection/reconnection.ts'
import type { PairingTimings } from '../pairing/pairing-timings.ts'
import type { TermCell } from './term-cell.ts'

/**
 * Messages between the main thread and a host. Each is plain data, so that a host could also be a
 * process of its own. `call` links an answer to its request.
 */

export type ServerAddress = {
  /** Null for WhatsApp's own server. */
  readonly url: string | null
  readonly rootKeyHex: string | null
  /** PEM file of an extra CA for media hosts. */
  readonly mediaCaPath: string | null
}

export type MessengerTimings = ReconnectTimings &
  PairingTimings & {
    readonly ackTimeoutMs: number
    readonly connectTimeoutMs: number
    /** Time limit for answers of WhatsApp's directory and key server. */
    readonly queryTimeoutMs: number
    readonly logOutTimeoutMs: number
    /** Least time between two queries about the account's limits. */
    readonly limitIntervalMs: number
    /** Wait after the named end of a lock before asking about it: WhatsApp's clock may differ. */
    readonly lockMarginMs: number
    /** After how long a lock without an end is asked about; each further time twice as long. */
    readonly lockRecheckMs: number
  }

export type HostConfig = {
  readonly clientVersion: WantedClientVersion | null
  readonly keyPlace: KeyPlace
  /** Null where no other node can have the devices. */
  readonly termCell: TermCell | null
  readonly server: ServerAddress
  readonly timings: MessengerTimings
  /** Messages of one device that may wait for their acknowledgement at once. */
  readonly sendWindow: number
}

/** The right to write the keys of a device. */
type WithFence = {
  /** Null where no other node can have the keys. */
  readonly fence: Fence | null
}

export type ToHost =
  | ({ readonly type: 'open'; readonly key: DeviceKey } & WithFence)
  | ({
      readonly type: 'pair'
      readonly key: DeviceKey
      readonly phone: string
      readonly withCode: boolean
    } & WithFence)
  | {
      readonly type: 'close'
      readonly call: number
      readonly key: DeviceKey
      /** `moving`: the device is opened again at once, and does not count as closed. */
      readonly why: 'closed_by_user' | 'moving'
    }
  /** What the owner's browser answered; null: the owner has seen the same code on the phone. */
  | { readonly type: 'passkey'; readonly key: DeviceKey; readonly assertion: string | null }
  | ({ readonly type: 'log_out'; readonly call: number; readonly key: DeviceKey } & WithFence)
  | {
      readonly type: 'look_up'
      readonly call: number
      readonly key: DeviceKey
      readonly people: readonly LookupRequest[]
    }
  | {
      readonly type: 'acquaintances'
      readonly call: number
      readonly key: DeviceKey
      readonly people: readonly LookupRequest[]
    }
  | { readonly type: 'inspect'; readonly call: number; readonly key: DeviceKey }
  | {
      readonly type: 'act'
      readonly call: number
      readonly key: DeviceKey
      readonly act: AccountAct
    }
  | {
      readonly type: 'trace'
      readonly call: number
      readonly key: DeviceKey
      readonly messageId: string
    }
  | {
      readonly type: 'send'
      readonly call: number
      readonly key: DeviceKey
      readonly request: SendRequest
    }
  /** The message is no longer to be sent, unless it has been written. */
  | { readonly type: 'withdraw'; readonly key: DeviceKey; readonly messageId: string }
  | {
      readonly type: 'download'
      readonly call: number
      readonly media: InboundMedia
      readonly limits: DownloadLimits
    }
  /** Nobody waits any more for the download that was asked for with this `call`. */
  | { readonly type: 'leave_download'; readonly call: number }
  /** Answers `find_sent`. */
  | { readonly type: 'found_sent'; readonly call: number; readonly sent: SentContent | null }
  /** Answers `read_upload`; null where the upload is gone or cannot be read. */
  | { readonly type: 'upload_part'; readonly call: number; readonly bytes: Uint8Array | null }
  /** Answers an `event` with a `call`: the event has been handled, or could not be kept. */
  | { readonly type: 'handled'; readonly call: number; readonly isKept: boolean }
  /** From now on connections use this version, unless the program's own is newer. */
  | { readonly type: 'client_version'; readonly wanted: WantedClientVersion }
  /** Answers `find_version`; null where none is known that is newer. */
  | {
      readonly type: 'found_version'
      readonly call: number
      readonly version: ClientVersion | null
    }
  | { readonly type: 'ping'; readonly call: number }
  | { readonly type: 'stop'; readonly call: number }

/** What a message said, and whom it went to; null where that is not known. */
export type SentContent = { readonly content: MessageContent; readonly jid: string | null }
export type FindSent = (messageId: string) => Promise<SentContent | undefined>

export type FromHost =
  | { readonly type: 'ready' }
  | { readonly type: 'event'; readonly event: MessengerEvent; readonly call: number | null }
  /** From here on the message may have been written. */
  | { readonly type: 'taken'; readonly messageId: string }
  | { readonly type: 'sent'; readonly call: number; readonly outcome: SendOutcome }
  | { readonly type: 'looked_up'; readonly call: number; readonly results: readonly Lookup[] }
  /** Answers `acquaintances`; null: the device is not connected. */
  | {
      readonly type: 'acquainted'
      readonly call: number
      readonly answers: readonly Acquaintance[] | null
    }
  /** Answers `inspect`; null while the device is not connected. */
  | {
      readonly type: 'inspected'
      readonly call: number
      readonly inspection: Inspection | null
    }
  /** Answers `act`. */
  | { readonly type: 'acted'; readonly call: number; readonly answer: ActAnswer }
  /** Answers `trace`. */
  | { readonly type: 'traced'; readonly call: number; readonly steps: readonly MessageStep[] }
  /** Answers `download`. */
  | { readonly type: 'downloaded'; readonly call: number; readonly download: Download }
  /** Answers `close`, `log_out` and `stop`. */
  | { readonly type: 'done'; readonly call: number }
  /** Asks for a message that the device sent. */
  | {
      readonly type: 'find_sent'
      readonly call: number
      readonly key: DeviceKey
      readonly messageId: string
    }
  /** Asks for bytes of a file that is to be sent. */
  | {
      readonly type: 'read_upload'
      readonly call: number
      readonly source: MediaSource
      readonly part: UploadPart
    }
  | { readonly type: 'find_version'; readonly call: number; readonly refused: ClientVersion }
  /** WhatsApp has announced when it will refuse the version in use; milliseconds since 1970. */
  | { readonly type: 'client_expires'; readonly atMs: number }
  | {
      readonly type: 'pong'
      readonly call: number
      readonly heapUsedBytes: number
      /** 99th percentile since the last ping. */
      readonly loopDelayMs: number
      readonly sendCount: number
    }
  | { readonly type: 'log'; readonly level: HostLogLevel; readonly entry: HostLogEntry }

export type HostLogLevel = 'debug' | 'warn' | 'error'

/** Flat on purpose: the library's objects might contain keys or texts. */
type HostLogEntry = {
  readonly key: DeviceKey | null
  readonly message: string
  readonly detail: string | null
}
