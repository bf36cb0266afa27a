import { join } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import {
  createRecipientTable,
  type RecipientTable,
} from '../../domain/sending/ledger/recipient-table.ts'
import type { Recipient } from '../../domain/sending/recipient.ts'
import type { Portable, Portion } from '../../domain/transfer/portable.ts'
import { byCampaign, type MovedLedger } from '../../domain/transfer/portions.ts'
import type { Damages } from '../damage/damages.ts'
import { makeFolder } from '../files/durable-write.ts'
import { ledgerFiles, placeSnapshot } from '../ledger/ledger-files.ts'
import { openLedgerStore } from '../ledger/ledger-store.ts'
import { writeSnapshot } from '../ledger/snapshot.ts'

const RECIPIENTS_AT_ONCE = 1_000
const FIRST_GENERATION = 1

/** Moves ledgers, with only one in memory at a time. */
export async function openPortableLedgers({
  dir,
  damages,
}: {
  readonly dir: string
  readonly damages: Damages
}): Promise<Portable<MovedLedger, Recipient>> {
  const folder = join(dir, 'sends')
  await makeFolder(folder)
  const store = await openLedgerStore({ dir, damages, onTornLine: () => undefined })
  /** Closings of journals, to which nothing is added here. */
  const closings: Promise<void>[] = []
  return { dump, fill }

  async function* dump() {
    for (const campaignId of [...(await store.ids())].sort(byCampaign)) {
      const loaded = await loadWhole(campaignId)
      if (!loaded) continue
      const { header, table } = loaded
      const { recipientCount } = table
      yield { head: { header, recipientCount, inFlight: table.inFlight() }, rows: rowsOf(table) }
    }
  }

  /**
   * Loads a ledger; returns `undefined` for a damaged one. Opening it reports the damage, and its
   * campaign fails with or without the move.
   */
  async function loadWhole(campaignId: string) {
    try {
      const { header, table, journal } = await store.load(campaignId)
      await journal.close()
      return { header, table }
    } catch (error) {
      if (error instanceof AppError && error.code === 'ledger_damaged') return undefined
      throw error
    }
  }

  async function fill(portions: AsyncIterable<Portion<MovedLedger, Recipient>>): Promise<void> {
    for await (const { head, rows } of portions) {
      const { header, recipientCount, inFlight } = head
      const table = createRecipientTable(recipientCount, header)
      for await (const some of rows) for (const recipient of some) table.add(recipient)
      table.restoreInFlight(inFlight)
      await placeSnapshot({
        files: ledgerFiles(folder, header.campaignId),
        generation: FIRST_GENERATION,
        fill: (file) => writeSnapshot(file, { header, generation: FIRST_GENERATION, table }),
        toLogFile: (file) => file,
        damages,
        onPlaced: (journal) => void closings.push(journal.close()),
      })
      await Promise.all(closings.splice(0))
    }
  }
}

async function* rowsOf(table: RecipientTable): AsyncGenerator<readonly Recipient[]> {
  for (let from = 0; from < table.recipientCount; from += RECIPIENTS_AT_ONCE) {
    const count = Math.min(RECIPIENTS_AT_ONCE, table.recipientCount - from)
    yield Array.from({ length: count }, (_, place) => table.get(from + place))
  }
}
