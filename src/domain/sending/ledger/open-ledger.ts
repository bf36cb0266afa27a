import type { RecipientChange, SendFact } from '../recipient.ts'
import type { SendLedger } from '../send-ledger.ts'
import type { LoadedLedger } from './ledger-store.ts'

export type OpenLedger = SendLedger &
  Pick<LoadedLedger['journal'], 'isCurrent' | 'isWorthCompacting' | 'close'>

/** A ledger as the engine works on it: what its table shows is what its journal has stored. */
export function openLedger({ header, table, journal }: LoadedLedger): OpenLedger {
  return {
    header,
    recipientCount: table.recipientCount,
    get counts() {
      return table.counts()
    },
    get attemptedCount() {
      return table.attemptedCount()
    },
    get: table.get,
    attemptedAt: table.attemptedAt,
    inFlight: table.inFlight,
    nextWaiting: table.nextWaiting,
    record,
    compact: journal.compact,
    isCurrent: journal.isCurrent,
    isWorthCompacting: journal.isWorthCompacting,
    close: journal.close,
  }

  async function record(fact: SendFact): Promise<RecipientChange> {
    table.requireIndex(fact.index)
    let change: RecipientChange | undefined
    await journal.append(fact, () => {
      change = table.apply(fact)
    })
    if (!change) throw new Error('a fact was stored without being applied')
    return change
  }
}
