import { AppError } from '../../contract/errors.ts'
import type { Fence } from '../../domain/cluster/lease-store.ts'
import type {
  LedgerStore,
  LoadedLedger,
  RestingRows,
} from '../../domain/sending/ledger/ledger-store.ts'
import type { Addressee } from '../../domain/sending/recipient.ts'
import type { AttemptedPage, LedgerHeader } from '../../domain/sending/send-ledger.ts'
import { asked, type Database } from '../database.ts'
import { createFactWriter } from './fact-writer.ts'
import { createLedgerCleaning } from './ledger-cleaning.ts'
import {
  findLedger,
  readAttemptedCount,
  readPage,
  readPhones,
  readWhole,
  settle,
} from './ledger-rows.ts'
import { createLoadedJournal } from './loaded-journal.ts'
import { createLedgerCreation } from './new-ledger.ts'
import { decodeHeader } from './recipient-rows.ts'
import { openRestingRows } from './resting-rows.ts'

/** About what an attempted recipient's row takes, with its indexes. */
const STATE_BYTES = 300

/**
 * Keeps the ledgers of all campaigns in tables. Any node may read them; facts are written under the
 * lease of the account, as it was when the ledger was loaded or came to rest.
 */
export function openLedgerStore({
  db,
  fenceOf,
}: {
  readonly db: Database
  /** The lease that this node has of an account. */
  readonly fenceOf: (userId: string) => Fence | undefined
}): LedgerStore {
  const writer = createFactWriter(db)
  const { takeOut, purge, sweep } = createLedgerCleaning(db)
  const { bringIn } = createLedgerCreation(db, { purge })

  return { create, load, rest, readAttempted, exists, remove, ids, header, phones, size, sweep }

  async function create(
    header: LedgerHeader,
    addressees: Iterable<Addressee> | AsyncIterable<Addressee>,
  ): Promise<LoadedLedger> {
    await bringIn({ header, addressees, fence: fenceOf(header.userId) })
    return load(header.campaignId)
  }

  async function load(campaignId: string): Promise<LoadedLedger> {
    const ledger = await getLedger(campaignId)
    // Before anything is read: what others wrote under earlier leases is there by now.
    const fence = fenceOf(decodeHeader(ledger.header).userId)
    if (fence) await settle(db, ledger.id)
    const { id, header, table, handedOver } = await readWhole(db, campaignId)
    const journal = createLoadedJournal({
      ...{ id, fence, isCurrent: currencyOf(fence), table, handedOver, writer },
    })
    return { header, table, journal }
  }

  async function rest(campaignId: string): Promise<RestingRows> {
    const { id, header: stored, recipient_count: recipientCount } = await getLedger(campaignId)
    const header = decodeHeader(stored)
    const fence = fenceOf(header.userId)
    const isCurrent = currencyOf(fence)
    return openRestingRows({ ...{ db, id, header, recipientCount }, fence, isCurrent, writer })
  }

  async function readAttempted(
    campaignId: string,
    page: { readonly from: number; readonly limit: number },
  ): Promise<AttemptedPage> {
    const { id, header: stored } = await getLedger(campaignId)
    return { header: decodeHeader(stored), ...(await readPage(db, { id, ...page })) }
  }

  async function exists(campaignId: string): Promise<boolean> {
    return (await findLedger(db, campaignId)) !== undefined
  }

  async function remove(campaignId: string): Promise<void> {
    const ledger = await findLedger(db, campaignId)
    if (!ledger) return
    await takeOut(ledger.id)
    await purge(ledger.id)
  }

  async function ids(): Promise<readonly string[]> {
    const rows = await asked(() =>
      db.selectFrom('ledgers').where('is_live', '=', true).select('campaign_id').execute(),
    )
    return rows.map(({ campaign_id: campaignId }) => campaignId)
  }

  async function header(campaignId: string): Promise<LedgerHeader | undefined> {
    const ledger = await findLedger(db, campaignId)
    return ledger && decodeHeader(ledger.header)
  }

  async function* phones(campaignId: string): AsyncIterable<readonly string[]> {
    const ledger = await findLedger(db, campaignId)
    if (ledger) yield* readPhones(db, ledger.id)
  }

  async function size(campaignId: string): Promise<number> {
    const ledger = await findLedger(db, campaignId)
    if (!ledger) return 0
    const attemptedCount = await asked(() => readAttemptedCount(db, ledger.id))
    return Number(ledger.bytes) + attemptedCount * STATE_BYTES
  }

  /** Whether the lease of then still lasts. */
  function currencyOf(fence: Fence | undefined): () => boolean {
    return () => fence !== undefined && fenceOf(fence.userId)?.epoch === fence.epoch
  }

  async function getLedger(campaignId: string) {
    const ledger = await findLedger(db, campaignId)
    if (ledger) return ledger
    throw new AppError('campaign_not_found', `no ledger of campaign ${campaignId}`)
  }
}
