import { noCounts } from '../../../contract/campaigns/campaign-counts.ts'
import type { Addressee, Recipient, RecipientChange, SendFact } from '../recipient.ts'
import { applyFact, countsOf, isUntouched, RecipientStatus } from '../recipient.ts'
import { createTally } from '../tally.ts'
import type { LedgerTexts } from '../variants.ts'
import { createIndexSet } from './index-set.ts'
import { createRecipientColumns } from './recipient-columns.ts'

/** Stands for the addressee where a fact is replayed, which never reads it. */
const unasked: Addressee = { name: '', phone: '' }

export type RecipientTable = ReturnType<typeof createRecipientTable>

/** The recipients of one campaign in memory, and what follows from their facts. */
export function createRecipientTable(recipientCount: number, texts: Pick<LedgerTexts, 'variants'>) {
  const columns = createRecipientColumns(recipientCount)
  /** Indices by position among the attempted recipients. */
  const attempted = new Uint32Array(recipientCount)
  const waiting = createIndexSet(recipientCount)
  /** Indices in flight, in the order they were handed over. */
  const sending = new Set<number>()
  const tally = createTally(texts, { recipientCount })
  let addedCount = 0
  let attemptedCount = 0

  return {
    recipientCount,
    add,
    restoreInFlight,
    isComplete,
    requireIndex,
    get,
    attemptedAt,
    apply,
    replay,
    inFlight: (): readonly number[] => [...sending],
    nextWaiting: (from: number) => waiting.next(Math.ceil(from)),
    attemptedCount: () => attemptedCount,
    counts: tally.counts,
  }

  function add(row: Recipient): void {
    if (addedCount >= recipientCount) throw new RangeError('more recipients than announced')
    const index = addedCount
    addedCount += 1
    columns.add(row)
    if (row.order >= 0) {
      attempted[row.order] = index
      attemptedCount += 1
    }
    if (row.status === RecipientStatus.waiting) waiting.add(index)
    if (row.status === RecipientStatus.sending) sending.add(index)
    if (isUntouched(row)) return
    tally.move(index, countsOf(row), noCounts)
    tally.answered(row)
  }

  /** Restores the order in which the sends in flight were handed over. */
  function restoreInFlight(indices: readonly number[]): void {
    for (const index of indices) {
      if (!sending.delete(index)) throw new RangeError(`recipient ${index} is not in flight`)
      sending.add(index)
    }
  }

  /**
   * Whether all announced recipients are there, and every attempted one has a position of its own.
   */
  function isComplete(): boolean {
    if (addedCount !== recipientCount) return false
    for (let order = 0; order < attemptedCount; order += 1) {
      if (columns.orderOf(attempted[order] ?? -1) !== order) return false
    }
    return true
  }

  function get(index: number): Recipient {
    requireIndex(index)
    return columns.get(index)
  }

  function attemptedAt(order: number): number {
    const index = order < attemptedCount ? attempted[order] : undefined
    if (index === undefined) throw new RangeError(`nobody was tried at place ${order}`)
    return index
  }

  function apply(fact: SendFact): RecipientChange {
    requireIndex(fact.index)
    return change(columns.stateOf(fact.index), fact)
  }

  /** Applies a fact of a journal that is being loaded, faster than `apply`: returns no change. */
  function replay(fact: SendFact): void {
    requireIndex(fact.index)
    change(columns.stateOf(fact.index, unasked), fact)
  }

  function change(before: Recipient, fact: SendFact): RecipientChange {
    const { index } = fact
    const after = applyFact(before, fact, attemptedCount)
    if (after === before) return { fact, before, after }
    columns.set(index, after, before)
    if (after.order !== before.order) {
      attempted[after.order] = index
      attemptedCount += 1
    }
    if (after.status === RecipientStatus.waiting) waiting.add(index)
    else waiting.remove(index)
    if (after.status !== RecipientStatus.sending) sending.delete(index)
    else if (fact.type === 'sending') {
      sending.delete(index)
      sending.add(index)
    }
    tally.move(index, countsOf(after), countsOf(before))
    tally.answered(after, before)
    return { fact, before, after }
  }

  function requireIndex(index: number): void {
    if (!Number.isInteger(index) || index < 0 || index >= recipientCount) {
      throw new RangeError(`no recipient ${index} of ${recipientCount}`)
    }
  }
}
