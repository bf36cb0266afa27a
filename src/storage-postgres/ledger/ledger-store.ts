import { AppError } from '../../contract/errors.ts'
import type {
  LedgerStore,
  LoadedLedger,
  RestingRows,
} from '../../domain/sending/ledger/ledger-store.ts'
import type { Addressee } from '../../domain/sending/recipient.ts'
import type { AttemptedPage, LedgerHeader } from '../../domain/sending/send-ledger.ts'
import { asked } from '../database.ts'
import type { Scope } from '../scope.ts'
import { createFactWriter } from './fact-writer.ts'
import { createLedgerCleaning } from './ledger-cleaning.ts'
import {
  findLedger,
  type LedgerPlace,
  liveLedgers,
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

/** About how many bytes an attempted recipient's row takes, with its indexes. */
const STATE_BYTES = 300

/** Keeps the ledgers of campaigns in tables; any node may read the latest state. */
export function openLedgerStore({
  db,
  ownerId,
  isHeld = () => true,
}: Scope & {
  /** Whether this node alone may write to them, as far as it knows. */
  readonly isHeld?: () => boolean
}): LedgerStore {
  const writer = createFactWriter(db)
  const { takeOut, purge, sweep } = createLedgerCleaning(db)
  const { bringIn } = createLedgerCreation(db, { purge })

  return {
    ...{ create, load, rest, readAttempted, exists, remove, ids, header, phones, size },
    sweep: (userId = ownerId) => sweep(userId),
  }

  async function create(
    header: LedgerHeader,
    addressees: Iterable<Addressee> | AsyncIterable<Addressee>,
  ): Promise<LoadedLedger> {
    await bringIn({ header, addressees })
    return load(header.campaignId)
  }

  async function load(campaignId: string): Promise<LoadedLedger> {
    const ledger = await getLedger(campaignId)
    // Done before the reading. What others wrote under earlier leases is stored by now.
    if (isHeld()) await settle(db, ledger.id)
    const { id, header, table, handedOver } = await readWhole(db, placeOf(campaignId))
    const journal = createLoadedJournal({ id, isCurrent: isHeld, table, handedOver, writer })
    return { header, table, journal }
  }

  async function rest(campaignId: string): Promise<RestingRows> {
    const { id, header: stored, recipient_count: recipientCount } = await getLedger(campaignId)
    const header = decodeHeader(stored)
    return openRestingRows({ db, id, header, recipientCount, isCurrent: isHeld, writer })
  }

  async function readAttempted(
    campaignId: string,
    page: { readonly from: number; readonly limit: number },
  ): Promise<AttemptedPage> {
    const { id, header: stored } = await getLedger(campaignId)
    return { header: decodeHeader(stored), ...(await readPage(db, { id, ...page })) }
  }

  async function exists(campaignId: string): Promise<boolean> {
    return (await findLedger(db, placeOf(campaignId))) !== undefined
  }

  async function remove(campaignId: string): Promise<void> {
    const ledger = await findLedger(db, placeOf(campaignId))
    if (!ledger) return
    await takeOut(ledger.id)
    await purge(ledger.id)
  }

  async function ids(): Promise<readonly string[]> {
    const rows = await asked(() => liveLedgers(db, { ownerId }).select('campaign_id').execute())
    return rows.map(({ campaign_id: campaignId }) => campaignId)
  }

  async function header(campaignId: string): Promise<LedgerHeader | undefined> {
    const ledger = await findLedger(db, placeOf(campaignId))
    return ledger && decodeHeader(ledger.header)
  }

  async function* phones(campaignId: string): AsyncIterable<readonly string[]> {
    const ledger = await findLedger(db, placeOf(campaignId))
    if (ledger) yield* readPhones(db, ledger.id)
  }

  async function size(campaignId: string): Promise<number> {
    const ledger = await findLedger(db, placeOf(campaignId))
    if (!ledger) return 0
    const attemptedCount = await asked(() => readAttemptedCount(db, ledger.id))
    return Number(ledger.bytes) + attemptedCount * STATE_BYTES
  }

  function placeOf(campaignId: string): LedgerPlace {
    return { campaignId, ownerId }
  }

  async function getLedger(campaignId: string) {
    const ledger = await findLedger(db, placeOf(campaignId))
    if (ledger) return ledger
    throw new AppError('campaign_not_found', `no ledger of campaign ${campaignId}`)
  }
}
