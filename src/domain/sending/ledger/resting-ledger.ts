import { countsOf, type SendFact } from '../recipient.ts'
import type { LedgerHeader, NotableLedger } from '../send-ledger.ts'
import { createTally, type LedgerCounts } from '../tally.ts'
import type { RestingRows } from './ledger-store.ts'

export type RestingLedger = NotableLedger & Pick<RestingRows, 'isCurrent' | 'isLong' | 'close'>

/**
 * A ledger at rest that goes on counting.
 * @param countsNow returns the campaign's counters as they are now
 */
export async function openRestingLedger(
  rows: RestingRows,
  countsNow: (header: LedgerHeader) => Promise<LedgerCounts>,
): Promise<RestingLedger> {
  const { header, recipientCount, findAttempted, isCurrent, isLong, close } = rows
  const given = await countsNow(header)
  const tally = createTally(header, { recipientCount, given })

  return {
    header,
    recipientCount,
    get counts() {
      return tally.counts()
    },
    findAttempted,
    record: async (fact: SendFact) => {
      const change = await rows.record(fact)
      const { before, after } = change
      tally.move(fact.index, countsOf(after), countsOf(before))
      tally.answered(after, before)
      return change
    },
    isCurrent,
    isLong,
    close,
  }
}
