import type { Transaction } from 'kysely'
import { AppError } from '../../contract/errors.ts'
import type { RestingRows } from '../../domain/sending/ledger/ledger-store.ts'
import {
  applyFact,
  isLate,
  type Recipient,
  type RecipientChange,
  type SendFact,
} from '../../domain/sending/recipient.ts'
import { asked, type Database, ownWork } from '../database.ts'
import type { Tables } from '../tables.ts'
import type { FactLedger, FactWriter, Written } from './fact-writer.ts'
import { toRow } from './loaded-journal.ts'
import { decodeRecipient } from './recipient-rows.ts'

/**
 * A ledger with nothing in memory: a write reads the rows that its facts change in its transaction.
 */
export function openRestingRows({
  db,
  id,
  header,
  recipientCount,
  isCurrent,
  writer,
}: Pick<RestingRows, 'header' | 'recipientCount' | 'isCurrent'> & {
  readonly db: Database
  readonly id: string
  readonly writer: FactWriter
}): RestingRows {
  const changes = new WeakMap<SendFact, RecipientChange>()
  const ledger: FactLedger = { id, prepare, doubted: () => undefined }
  let lastWritten: Promise<unknown> = Promise.resolve()
  let isClosed = false

  return { header, recipientCount, findAttempted, record, isCurrent, isLong: () => false, close }

  async function findAttempted(index: number): Promise<Recipient | undefined> {
    const found = await asked(() => readAttempted(db, [index]))
    return found.get(index)
  }

  async function record(given: SendFact): Promise<RecipientChange> {
    if (isClosed) throw new AppError('storage_unavailable', 'the ledger is closed')
    if (!isLate(given)) throw new RangeError(`a fact that comes too late: ${given.type}`)
    // Copied, since the same fact may be recorded twice at once, and each call gets its own change.
    const fact = { ...given }
    const written = writer.write(ledger, fact, () => undefined)
    lastWritten = written.catch(() => undefined)
    await written
    const change = changes.get(fact)
    if (!change) throw new RangeError(`no attempted recipient ${fact.index}`)
    return { ...change, fact: given }
  }

  async function close(): Promise<void> {
    isClosed = true
    await lastWritten
  }

  async function prepare(tx: Transaction<Tables>, facts: readonly SendFact[]): Promise<Written> {
    const rows = await readAttempted(tx, [...new Set(facts.map(({ index }) => index))])
    const changed = new Set<number>()
    for (const fact of facts) {
      const before = rows.get(fact.index)
      if (!before) continue
      const after = applyFact(before, fact, before.order)
      changes.set(fact, { fact, before, after })
      rows.set(fact.index, after)
      if (after !== before) changed.add(fact.index)
    }
    return {
      rows: [...rows]
        .filter(([index]) => changed.has(index))
        .map(([index, row]) => toRow(index, row, undefined)),
    }
  }

  async function readAttempted(
    from: Pick<Database, 'selectFrom'>,
    indices: readonly number[],
  ): Promise<Map<number, Recipient>> {
    const rows = await from
      .selectFrom('recipient_states as now')
      .innerJoin('recipients as frozen', (join) =>
        join
          .onRef('frozen.ledger_id', '=', 'now.ledger_id')
          .onRef('frozen.index', '=', 'now.index'),
      )
      .where('now.ledger_id', '=', id)
      .where('now.index', 'in', indices)
      .where('now.place', 'is not', null)
      .select(['now.index', 'now.place', 'now.state', 'frozen.addressee'])
      .execute()
    return new Map(rows.map((row) => [row.index, ownWork(() => decodeRecipient(row))]))
  }
}
