import { applyFact, type Recipient, type SendFact } from '../../domain/sending/recipient.ts'

/** Facts that came after a ledger's snapshot, by recipient. */
export function createLateFacts() {
  const byIndex = new Map<number, SendFact[]>()

  return { add, applyTo }

  function add(fact: SendFact): void {
    const known = byIndex.get(fact.index)
    if (known) known.push(fact)
    else byIndex.set(fact.index, [fact])
  }

  /** A recipient of the snapshot as it is now. */
  function applyTo(row: Recipient, index: number): Recipient {
    const own = byIndex.get(index) ?? []
    return own.reduce((known, fact) => applyFact(known, fact, known.order), row)
  }
}
