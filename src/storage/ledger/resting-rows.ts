import { type FileHandle, open } from 'node:fs/promises'
import { LRUCache } from 'lru-cache'
import type { RestingRows } from '../../domain/sending/ledger/ledger-store.ts'
import {
  applyFact,
  isLate,
  type Recipient,
  type RecipientChange,
  type SendFact,
} from '../../domain/sending/recipient.ts'
import { createSerial } from '../../domain/serial.ts'
import { type AppendLog, openAppendLog } from '../files/append-log.ts'
import { findAttempted, type KeptBlocks, readFooter } from './attempted-index.ts'
import { LONG_JOURNAL_BYTES, readRows } from './attempted-page.ts'
import { createLateFacts } from './late-facts.ts'
import { journalFormat } from './ledger-files.ts'
import { type LedgerOptions, requireJournal } from './ledger-journal.ts'
import { decodeFact, encodeFact } from './send-facts.ts'
import { readHead } from './snapshot.ts'

/** Recipients that are kept in memory, so that they are not searched for again. */
const ROWS_KEPT = 500
/** Blocks of the index that are kept in memory, of some kilobytes each. */
const BLOCKS_KEPT = 4

/**
 * Opens a ledger at rest; `undefined` where that cannot be done: its journal is long or has further
 * attempts, or its snapshot has no index.
 * @throws DamagedFileError
 */
export async function openRestingRows(options: LedgerOptions): Promise<RestingRows | undefined> {
  const path = options.files.snapshotPath
  const file = await open(path, 'r')
  let journal: AppendLog | undefined
  let resting: RestingRows | undefined
  try {
    const head = await readHead(file, path)
    if (!head.hasIndex) return undefined
    const opened = await openJournal(options, head.generation)
    journal = opened.journal
    if (!opened.isOfLateFacts || journal.size() > LONG_JOURNAL_BYTES) return undefined
    const footer = await readFooter(file, path)
    resting = restingRows({ file, path, ...head, footer, ...opened })
    return resting
  } finally {
    if (!resting) {
      await journal?.close()
      await file.close()
    }
  }
}

async function openJournal({ files, onTornLine, toLogFile }: LedgerOptions, generation: number) {
  const path = files.journalPath(generation)
  await requireJournal(path)
  const facts = createLateFacts()
  let isOfLateFacts = true
  const journal = await openAppendLog({
    path,
    format: journalFormat,
    onLine: (line) => {
      const fact = decodeFact(line)
      // A line that is no fact is left to `loadLedger`, which reports what is wrong with it.
      if (fact && isLate(fact)) facts.add(fact)
      else isOfLateFacts = false
    },
    onTornLine,
    toLogFile,
  })
  return { journal, facts, isOfLateFacts }
}

function restingRows({
  file,
  path,
  header,
  recipientCount,
  footer,
  facts,
  journal,
}: Pick<RestingRows, 'header' | 'recipientCount'> & {
  readonly file: FileHandle
  readonly path: string
  readonly footer: Awaited<ReturnType<typeof readFooter>>
  readonly facts: ReturnType<typeof createLateFacts>
  readonly journal: AppendLog
}): RestingRows {
  const inTurn = createSerial()
  /**
   * Recipients that were read: each is read before its fact is recorded, and the receipts of one
   * message come close together.
   */
  const rows = new LRUCache<number, Recipient>({ max: ROWS_KEPT })
  const kept: KeptBlocks = new LRUCache({ max: BLOCKS_KEPT })

  return {
    header,
    recipientCount,
    findAttempted: find,
    record,
    isCurrent: () => true,
    isLong: () => journal.size() > LONG_JOURNAL_BYTES,
    close,
  }

  async function find(index: number): Promise<Recipient | undefined> {
    const row = await readRow(index)
    return row && facts.applyTo(row, index)
  }

  /**
   * Reads a recipient from the snapshot, which does not change. One at a time, so that facts are
   * stored in the order of the calls, however long each search takes.
   */
  function readRow(index: number): Promise<Recipient | undefined> {
    return inTurn('row', () => searchRow(index))
  }

  async function searchRow(index: number): Promise<Recipient | undefined> {
    const known = rows.get(index)
    if (known) return known
    const place = await findAttempted(file, { path, footer, recipientCount, index, kept })
    const [row] = place ? await readRows(file, { path, offsets: [place.offset] }) : []
    if (row) rows.set(index, row)
    return row
  }

  async function record(fact: SendFact): Promise<RecipientChange> {
    const row = await readRow(fact.index)
    if (!row || !isLate(fact)) throw new RangeError(`no attempted recipient ${fact.index}`)
    let change: RecipientChange | undefined
    await journal.append(encodeFact(fact), () => {
      const before = facts.applyTo(row, fact.index)
      const after = applyFact(before, fact, before.order)
      facts.add(fact)
      change = { fact, before, after }
    })
    if (!change) throw new Error('a fact was stored without being applied')
    return change
  }

  async function close(): Promise<void> {
    await journal.close()
    await file.close()
  }
}
