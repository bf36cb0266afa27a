import type {
  DeviceKey,
  Lookup,
  LookupRequest,
  MessengerEvent,
  SendRequest,
} from '../../../src/domain/messenger.ts'
import type { Random } from '../machine/random.ts'
import type { Owner, Timeline } from '../machine/timeline.ts'

/** How WhatsApp behaves now. Shares are of messages. */
export type WhatsappFaults = {
  /** WhatsApp does not answer, and connections break. */
  isAway: boolean
  /** The server takes the message, but its acknowledgement never comes. */
  ackLost: number
  /** The connection breaks in the middle of a message. */
  cut: number
  /** Messages refused because of their recipient. */
  refused: number
  /** Messages refused, with the device restricted for a while. */
  restricted: number
  /** Messages that do not leave, for a passing reason. */
  notSent: number
  /** The directory does not answer. */
  lookupFailed: number
  /** Receipts that come hours late, or never. */
  receiptLate: number
  receiptLost: number
  receiptTwice: number
}

export const kindWhatsapp: WhatsappFaults = {
  isAway: false,
  ackLost: 0,
  cut: 0,
  refused: 0,
  restricted: 0,
  notSent: 0,
  lookupFailed: 0,
  receiptLate: 0,
  receiptLost: 0,
  receiptTwice: 0,
}

/** A message as WhatsApp's server took it. */
export type Taken = {
  readonly messageId: string
  readonly key: DeviceKey
  readonly jid: string
  /** When the program handed it over, and when the server took it: milliseconds of the run. */
  readonly handedMs: number
  readonly takenMs: number
  /** Wall clock at the handing over, epoch milliseconds. */
  readonly handedAt: number
  readonly text: string
  /** The process that handed it over. */
  readonly process: Owner
  /** When that process got the acknowledgement; null: never, or not yet. */
  acceptedMs: number | null
}

/** What the server knows of a linked account. */
export type Account = {
  readonly phone: string
  /** No first messages before this moment of the run. */
  lockedUntilMs: number
  /** When the program stored the lock, and until when it was to last by the wall clock. */
  toldMs: number
  toldUntil: number
  /** Contacts that have written to the account. */
  readonly friends: Set<string>
  /** Events that the server keeps until the device has confirmed them. */
  readonly queue: Set<MessengerEvent>
  readonly kept: Map<MessengerEvent, () => void>
}

export function newAccount(phone: string): Account {
  return {
    phone,
    lockedUntilMs: 0,
    toldMs: Number.POSITIVE_INFINITY,
    toldUntil: 0,
    friends: new Set(),
    queue: new Set(),
    kept: new Map(),
  }
}

export function jidOf(phone: string): string {
  return `${phone}@s.whatsapp.net`
}

/** About every eleventh number is not on WhatsApp; always the same ones. */
export function isAbsent(phone: string): boolean {
  return Number(phone.slice(-4)) % 11 === 3
}

/** What the directory tells an account about a number. */
export function findInDirectory(
  { phone, candidates }: LookupRequest,
  account: Account | undefined,
): Lookup {
  if (isAbsent(phone)) return { phone, result: 'absent' }
  const known = candidates.at(0) ?? phone
  const found = { phone, result: 'found', jid: jidOf(known), lid: `${known}9@lid` } as const
  const isFriend = account?.friends.has(found.jid) === true
  return isFriend ? { ...found, acquaintance: 'conversation' } : found
}

/** The server's side of its connections. */
export type ServerSide = {
  readonly timeline: Timeline
  readonly random: Random
  readonly linked: Map<DeviceKey, Account>
  readonly taken: Taken[]
  readonly sentIntoLock: SendRequest[]
  readonly faultsNow: () => WhatsappFaults
  readonly planReceipts: (account: Account, of: { key: DeviceKey; messageId: string }) => void
}
