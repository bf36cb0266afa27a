import type { MediaFile } from '../message-content.ts'
import type { DeviceKey } from '../messenger.ts'
import type { SentMessage } from '../webhooks/thread-messages.ts'
import {
  type Addressee,
  isAcceptance,
  type Recipient,
  type RecipientChange,
  type SendFact,
} from './recipient.ts'
import type { LedgerCounts } from './tally.ts'
import type { LedgerTexts } from './variants.ts'

/**
 * The part of a campaign that is fixed at its start; everything later is a fact about one
 * recipient.
 */
export type LedgerHeader = LedgerTexts & {
  readonly campaignId: string
  /** Names the campaign inside message ids; never used twice. */
  readonly campaignNumber: number
  readonly userId: string
  readonly deviceKey: DeviceKey
  readonly deviceId: string
  /** Name of the file among the owner's uploads; null without one. */
  readonly imageName: string | null
  /** The name that recipients of a document see. */
  readonly fileName?: string
  /** Folded headers of the list's further columns. */
  readonly knownFields: readonly string[]
  readonly startedAt: string
}

/** The sends of one campaign, in memory while the campaign runs or is on a screen. */
export type SendLedger = {
  readonly header: LedgerHeader
  readonly recipientCount: number
  readonly counts: LedgerCounts
  readonly attemptedCount: number
  /** @throws RangeError outside 0…recipientCount-1 */
  get(index: number): Recipient
  /** Index of the recipient that was attempted at this position. */
  attemptedAt(order: number): number
  /** Indices whose status is `sending`, in the order they were handed over. */
  inFlight(): readonly number[]
  /** Index of the first waiting recipient at or after `from`. */
  nextWaiting(from: number): number | undefined
  /**
   * Resolves when the fact is on the disk and the recipient shows it. Facts of one ledger are
   * stored and applied in the order of the calls.
   * @throws AppError `storage_unavailable`, `lease_lost`: the recipient is as before.
   */
  record(fact: SendFact): Promise<RecipientChange>
  /** Replaces journal and snapshot by one new snapshot. */
  compact(): Promise<void>
}

/** What facts about earlier messages need of a ledger, whether or not it is open as a whole. */
export type NotableLedger = Pick<SendLedger, 'header' | 'recipientCount' | 'counts' | 'record'> & {
  /** Finds a recipient that was attempted. */
  findAttempted(index: number): Promise<Recipient | undefined>
}

/** A page of recipients in the order they were attempted. */
export type AttemptedPage = {
  readonly header: LedgerHeader
  /** Count over the whole campaign. */
  readonly attemptedCount: number
  readonly rows: readonly { readonly index: number; readonly recipient: Recipient }[]
}

export type SendLedgers = {
  /**
   * Freezes the audience on the disk, as it comes. Replaces a ledger of the same campaign that sent
   * nothing. Where `addressees` throws, nothing is kept.
   */
  create(
    header: LedgerHeader,
    addressees: Iterable<Addressee> | AsyncIterable<Addressee>,
  ): Promise<SendLedger>
  /**
   * Opens the ledger, once for all callers, and keeps it in memory until `release`.
   * @throws AppError `ledger_damaged` where a line in the middle of a file is broken
   */
  open(campaignId: string): Promise<SendLedger>
  /**
   * Reads up to `limit` attempted recipients from position `from` on. A ledger at rest is not
   * opened for it.
   * @throws AppError `ledger_damaged`
   */
  readAttempted(
    campaignId: string,
    page: { readonly from: number; readonly limit: number },
  ): Promise<AttemptedPage>
  /**
   * Works on single recipients. A ledger at rest is not opened for it: a receipt costs the same
   * however many recipients there are.
   * @param countsNow the campaign's counters as they are; asked for where the ledger is at rest
   * @throws AppError `campaign_not_found`, `ledger_damaged`
   */
  withNotable<Result>(
    campaignId: string,
    countsNow: (header: LedgerHeader) => Promise<LedgerCounts>,
    work: (ledger: NotableLedger) => Promise<Result>,
  ): Promise<Result>
  /** Ends one use; a ledger without any leaves the memory after a while. */
  release(campaignId: string): void
  exists(campaignId: string): Promise<boolean>
  remove(campaignId: string): Promise<void>
}

export type HeldLedger = {
  readonly campaignId: string
  readonly userId: string
  readonly recipientCount: number
  readonly holderCount: number
}

/** Ledgers as they are stored, for maintenance without opening them. */
export type LedgerMaintenance = {
  /** Ids of the campaigns that have a ledger. */
  ids(): Promise<readonly string[]>
  /** `undefined` where it cannot be read. */
  header(campaignId: string): Promise<LedgerHeader | undefined>
  /** The phones that a campaign was frozen with, in the order of its list, some at a time. */
  phones(campaignId: string): AsyncIterable<readonly string[]>
  /** Bytes on the disk, or about as many. */
  size(campaignId: string): Promise<number>
  /** Deletes what belongs to no ledger any more, of one user or of all users. */
  sweep(userId?: string): Promise<{ readonly removed: number; readonly bytes: number }>
  /** Lists the ledgers in memory. */
  held(): readonly HeldLedger[]
}

/** Makes message ids that encode campaign and recipient, and look random to everyone else. */
export type MessageIds = {
  /** @param part given for the text that goes before a file, which has an id of its own */
  make(campaignNumber: number, index: number, part?: MessagePart): string
  /** `undefined` for an id that this daemon never made. */
  locate(
    messageId: string,
  ): { campaignNumber: number; index: number; part?: MessagePart } | undefined
}

export type MessagePart = 'text'

/** Finds a file among the owner's uploads; null where it was deleted. */
export type FindMedia = (
  userId: string,
  name: string,
  fileName?: string | null,
) => Promise<MediaFile | null>

/** The file that goes with a campaign's text; null without one, and where it was deleted. */
export async function mediaOf(
  { userId, imageName, fileName }: LedgerHeader,
  findMedia: FindMedia,
): Promise<MediaFile | null> {
  return imageName === null ? null : findMedia(userId, imageName, fileName)
}

/** Describes the message of a change that is an acceptance. */
export function sentMessage(
  messageIds: MessageIds,
  { header: { deviceKey, campaignNumber } }: Pick<SendLedger, 'header'>,
  { fact, after }: RecipientChange,
): SentMessage {
  const messageId = messageIds.make(campaignNumber, fact.index)
  return { deviceKey, messageId, jid: after.jid ?? '', atMs: after.sentAtMs }
}

/** The message whose acceptance a change proves: the whole one, or the text before a file. */
export function provenMessage(
  messageIds: MessageIds,
  ledger: Pick<SendLedger, 'header'>,
  change: RecipientChange,
): SentMessage | undefined {
  const { fact, before, after } = change
  if (isAcceptance(change)) return sentMessage(messageIds, ledger, change)
  if (before.isTextSent || !after.isTextSent) return undefined
  const { deviceKey, campaignNumber } = ledger.header
  const messageId = messageIds.make(campaignNumber, fact.index, 'text')
  return { deviceKey, messageId, jid: after.jid ?? '', atMs: fact.atMs }
}

/** When the newest result came; 0 before the first. */
export function lastSentAtMs(ledger: SendLedger): number {
  if (ledger.attemptedCount === 0) return 0
  return ledger.get(ledger.attemptedAt(ledger.attemptedCount - 1)).sentAtMs
}
