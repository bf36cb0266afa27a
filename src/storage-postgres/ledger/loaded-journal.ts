import { AppError } from '../../contract/errors.ts'
import type { LedgerJournal } from '../../domain/sending/ledger/ledger-store.ts'
import type { RecipientTable } from '../../domain/sending/ledger/recipient-table.ts'
import {
  applyFact,
  type Recipient,
  RecipientStatus,
  type SendFact,
} from '../../domain/sending/recipient.ts'
import type { FactLedger, FactWriter, StateRow, Written } from './fact-writer.ts'
import { encodeState } from './recipient-rows.ts'

/** State of a recipient that no fact has changed. */
const NO_STATE = '{}'

/**
 * Writes the facts of a ledger whose recipients are in memory. The memory is right: rows that a
 * lost connection may have stored beyond it are corrected with the next write.
 */
export function createLoadedJournal({
  id,
  isCurrent,
  table,
  handedOver,
  writer,
}: {
  readonly id: string
  readonly isCurrent: () => boolean
  readonly table: RecipientTable
  /**
   * Numbers of the recipients in flight, in the order they were handed over; those of others mean
   * nothing.
   */
  readonly handedOver: Map<number, number>
  readonly writer: FactWriter
}): LedgerJournal {
  /** Recipients whose rows may differ from the memory. */
  const inDoubt = new Set<number>()
  let lastHandedOver = Math.max(-1, ...handedOver.values())
  let lastWritten: Promise<unknown> = Promise.resolve()
  let isClosed = false
  const ledger: FactLedger = { id, prepare, doubted }

  return { append, isCurrent, isWorthCompacting: () => false, compact, close }

  async function append(fact: SendFact, apply: () => void): Promise<void> {
    refuseClosed()
    const written = writer.write(ledger, fact, apply)
    lastWritten = written.catch(() => undefined)
    return written
  }

  /** Only waits: there is no journal to fold, since each fact changes its row. */
  async function compact(): Promise<void> {
    refuseClosed()
    await lastWritten
  }

  async function close(): Promise<void> {
    isClosed = true
    await lastWritten
  }

  function refuseClosed(): void {
    if (isClosed) throw new AppError('storage_unavailable', 'the ledger is closed')
  }

  async function prepare(_: unknown, facts: readonly SendFact[]): Promise<Written> {
    const rows = new Map<number, Recipient>()
    const handed = new Map<number, number>()
    let order = table.attemptedCount()
    let number = lastHandedOver
    for (const fact of facts) {
      const before = rows.get(fact.index) ?? table.get(fact.index)
      const after = applyFact(before, fact, order)
      if (after === before) continue
      if (after.order !== before.order) order += 1
      if (fact.type === 'sending') {
        number += 1
        handed.set(fact.index, number)
      }
      rows.set(fact.index, after)
    }
    const outdated = [...inDoubt]
    for (const index of outdated) if (!rows.has(index)) rows.set(index, table.get(index))
    return {
      rows: [...rows]
        .filter(([, row]) => !isAsFrozen(row))
        .map(([index, row]) => toRow(index, row, handed.get(index) ?? handedOver.get(index))),
      outdated,
      stored: () => {
        for (const index of outdated) inDoubt.delete(index)
        for (const [index, place] of handed) handedOver.set(index, place)
        lastHandedOver = number
      },
    }
  }

  function doubted(facts: readonly SendFact[]): void {
    for (const { index } of facts) inDoubt.add(index)
  }
}

export function toRow(index: number, row: Recipient, handedOver: number | undefined): StateRow {
  const isInFlight = row.status === RecipientStatus.sending
  return {
    index,
    place: row.order < 0 ? null : row.order,
    handedOver: isInFlight ? (handedOver ?? null) : null,
    state: encodeState(row),
  }
}

/** Whether a recipient has no row beside the audience's. */
function isAsFrozen(row: Recipient): boolean {
  return row.order < 0 && encodeState(row) === NO_STATE
}
