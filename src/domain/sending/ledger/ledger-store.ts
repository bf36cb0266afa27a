import type { Addressee, RecipientChange, SendFact } from '../recipient.ts'
import type {
  AttemptedPage,
  LedgerHeader,
  LedgerMaintenance,
  NotableLedger,
} from '../send-ledger.ts'
import type { RecipientTable } from './recipient-table.ts'

/**
 * The facts of one ledger whose recipients are in memory. They are stored and applied in the order
 * of the calls.
 */
export type LedgerJournal = {
  /**
   * Calls `apply` once the fact is durable, before the promise resolves.
   * @throws AppError `storage_unavailable`; `lease_lost` where another node has the account by now;
   * `campaign_not_found` where another node removed the ledger. Nothing was stored, or it counts as
   * not stored, and `apply` is not called.
   */
  append(fact: SendFact, apply: () => void): Promise<void>
  /**
   * Whether the recipients in memory are as they are stored. They are not where another node may
   * write them, now or since they were loaded.
   */
  isCurrent(): boolean
  /** Whether `compact` would spare the next opening much reading. */
  isWorthCompacting(): boolean
  /** Folds the facts into the rows they are about; facts that come meanwhile wait for it. */
  compact(): Promise<void>
  /** Resolves once everything is written; later facts are refused. */
  close(): Promise<void>
}

/** A ledger with its recipients in memory, and the journal that keeps what becomes of them. */
export type LoadedLedger = {
  readonly header: LedgerHeader
  readonly table: RecipientTable
  readonly journal: LedgerJournal
}

/** A ledger whose campaign is over, for receipts: none of its recipients are in memory. */
export type RestingRows = Pick<NotableLedger, 'header' | 'recipientCount' | 'findAttempted'> & {
  /** Stores a fact that may come after a campaign's end. */
  record(fact: SendFact): Promise<RecipientChange>
  /** Whether no other node has written to the ledger since, or may. */
  isCurrent(): boolean
  /** Whether so many facts have come that the ledger should be loaded and compacted. */
  isLong(): boolean
  close(): Promise<void>
}

/**
 * Keeps the ledgers of all campaigns on the disk or in a database. A ledger is loaded, or opened at
 * rest, by one caller at a time, and closed before it is opened in the other way. Where several
 * nodes share the store, any of them may read a ledger; it takes facts from the one that had the
 * lease of the campaign's account when the ledger was loaded or came to rest, for as long as that
 * lease lasts.
 */
export type LedgerStore = Omit<LedgerMaintenance, 'held'> & {
  /**
   * Freezes the audience as it comes, in bounded memory but for the table. Replaces a ledger of the
   * same campaign that sent nothing. Where `addressees` throws, nothing is kept.
   * @throws AppError `campaign_locked` where a recipient was attempted before; `lease_lost`
   */
  create(
    header: LedgerHeader,
    addressees: Iterable<Addressee> | AsyncIterable<Addressee>,
  ): Promise<LoadedLedger>
  /** @throws AppError `campaign_not_found`, `ledger_damaged` where it is not whole */
  load(campaignId: string): Promise<LoadedLedger>
  /**
   * Opens a ledger at rest; `undefined` where the whole ledger has to be loaded instead.
   * @throws AppError `campaign_not_found`, `ledger_damaged`
   */
  rest(campaignId: string): Promise<RestingRows | undefined>
  /**
   * Reads up to `limit` attempted recipients from position `from` on, of a ledger that is closed or
   * at rest. `undefined` where the whole ledger has to be loaded for it.
   * @throws AppError `campaign_not_found`, `ledger_damaged`
   */
  readAttempted(
    campaignId: string,
    page: { readonly from: number; readonly limit: number },
  ): Promise<AttemptedPage | undefined>
  exists(campaignId: string): Promise<boolean>
  remove(campaignId: string): Promise<void>
}
