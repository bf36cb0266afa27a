import { access, rm } from 'node:fs/promises'
import { AppError } from '../../contract/errors.ts'
import type { LedgerJournal, LoadedLedger } from '../../domain/sending/ledger/ledger-store.ts'
import type { RecipientTable } from '../../domain/sending/ledger/recipient-table.ts'
import type { SendFact } from '../../domain/sending/recipient.ts'
import type { Damages } from '../damage/damages.ts'
import type { AppendLog, ToLogFile, TornLine } from '../files/append-log.ts'
import { openAppendLog } from '../files/append-log.ts'
import {
  DamagedFileError,
  isMissing,
  storageUnavailable,
  unreadable,
} from '../files/storage-errors.ts'
import { LONG_JOURNAL_BYTES } from './attempted-page.ts'
import type { LedgerFiles } from './ledger-files.ts'
import { journalFormat, placeSnapshot, removeLeftovers } from './ledger-files.ts'
import { decodeFact, encodeFact } from './send-facts.ts'
import type { NewLedger, Snapshot } from './snapshot.ts'
import { readSnapshot, writeAudience, writeSnapshot } from './snapshot.ts'

export type LedgerOptions = {
  readonly files: LedgerFiles
  readonly onTornLine: (torn: TornLine) => void
  readonly damages: Pick<Damages, 'stray' | 'report'>
  /** Wraps the journals' files, to count their writes and to watch their syncs. */
  readonly toLogFile: ToLogFile
}

export type LedgerInFiles = LoadedLedger & Pick<Snapshot, 'generation'>

const SMALL_JOURNAL_BYTES = 64 * 1024
/** About a quarter of a recipient's bytes in a snapshot. */
const JOURNAL_BYTES_PER_RECIPIENT = 25
/** Smaller ledgers are read at once, with or without an index. */
const MANY_RECIPIENTS = 500

/**
 * Reads a ledger from the disk.
 * @throws AppError `campaign_not_found` where there is none, `ledger_damaged` where it is not whole
 */
export async function loadLedger(options: LedgerOptions): Promise<LedgerInFiles> {
  const { files, onTornLine, toLogFile, damages } = options
  try {
    const snapshot = await readSnapshot(files.snapshotPath)
    const indexedCount = snapshot.hasIndex ? snapshot.table.attemptedCount() : -1
    const path = files.journalPath(snapshot.generation)
    await requireJournal(path)
    const onLine = (line: unknown) => applyLine(snapshot.table, line, path)
    const journal = await openAppendLog({
      path,
      format: journalFormat,
      onLine,
      onTornLine,
      toLogFile,
    })
    // Done last: until everything has been read, a leftover could still be needed.
    await removeLeftovers(files, snapshot.generation, damages)
    return loaded(options, { snapshot, journal, indexedCount })
  } catch (error) {
    throw await toLedgerError(options, error)
  }
}

export async function toLedgerError(
  { files: { snapshotPath }, damages }: LedgerOptions,
  error: unknown,
): Promise<AppError> {
  if (error instanceof DamagedFileError) await damages.report(error.path, error.message)
  if (isMissing(error)) return new AppError('campaign_not_found', snapshotPath)
  return storageUnavailable(`cannot read ${snapshotPath}`, unreadable(error, 'ledger_damaged'))
}

/**
 * Puts a new ledger on the disk, and loads it: the addressees are streamed to the file, so that only
 * the table is ever in memory.
 * @throws AppError `storage_unavailable`; what `addressees` throws comes out of it as it is
 */
export async function createLedger(
  options: LedgerOptions,
  { header, generation, addressees }: NewLedger & Pick<Snapshot, 'generation'>,
): Promise<LedgerInFiles> {
  const { files, toLogFile, damages } = options
  let journal: AppendLog | undefined
  try {
    await placeSnapshot({
      files,
      generation,
      fill: (file) => writeAudience(file, { header, generation, addressees }),
      toLogFile,
      damages,
      onPlaced: (placed) => {
        journal = placed
      },
    })
    await removeLeftovers(files, generation, damages)
    if (!journal) throw new Error('a snapshot without a journal')
    const snapshot = await readSnapshot(files.snapshotPath)
    return loaded(options, { snapshot, journal, indexedCount: 0 })
  } catch (error) {
    await journal?.close()
    throw storageUnavailable(`cannot write ${files.snapshotPath}`, error)
  }
}

export async function requireJournal(path: string): Promise<void> {
  try {
    await access(path)
  } catch (error) {
    if (isMissing(error)) throw new DamagedFileError(path, 'the journal is missing')
    throw error
  }
}

function applyLine(table: RecipientTable, line: unknown, path: string): void {
  const fact = decodeFact(line)
  if (!fact) throw new DamagedFileError(path, `no fact: ${JSON.stringify(line).slice(0, 80)}`)
  try {
    table.replay(fact)
  } catch (error) {
    if (error instanceof RangeError) throw new DamagedFileError(path, error.message)
    throw error
  }
}

type Opened = {
  readonly snapshot: Snapshot
  readonly journal: AppendLog
  /** Attempted recipients in the snapshot's index; -1 where it has none. */
  readonly indexedCount: number
}

function loaded(options: LedgerOptions, opened: Opened): LedgerInFiles {
  const { header, table, generation } = opened.snapshot
  return { header, table, generation, journal: continueJournal(options, opened) }
}

function continueJournal(
  { files, toLogFile, damages }: LedgerOptions,
  opened: Opened,
): LedgerJournal {
  const { header, table } = opened.snapshot
  let { generation } = opened.snapshot
  let { journal, indexedCount } = opened
  let compacting: Promise<void> | undefined
  /** Facts that arrive during a compaction; they belong to the next journal. */
  let held: (() => void)[] | undefined
  /** The reason why facts are refused, once there is one. */
  let refusal: unknown
  let isClosed = false

  return { append, compact, isCurrent: () => true, isWorthCompacting, close }

  async function append(fact: SendFact, apply: () => void): Promise<void> {
    const line = encodeFact(fact)
    const write = () => appendLine(line, apply)
    if (!held) return write()
    const waiting = held
    return new Promise((resolve, reject) => {
      waiting.push(() => write().then(resolve, reject))
    })
  }

  async function appendLine(line: unknown, apply: () => void): Promise<void> {
    if (refusal !== undefined) throw storageUnavailable('ledger', refusal)
    await journal.append(line, apply)
  }

  function compact(): Promise<void> {
    if (isClosed) return Promise.reject(storageUnavailable('ledger', refusal))
    compacting ??= compactOnce().finally(() => {
      compacting = undefined
    })
    return compacting
  }

  async function compactOnce(): Promise<void> {
    held = []
    try {
      await journal.idle()
      await replaceSnapshot()
    } catch (error) {
      throw storageUnavailable(`cannot compact ${files.snapshotPath}`, error)
    } finally {
      const waiting = held
      held = undefined
      for (const write of waiting) write()
    }
  }

  async function replaceSnapshot(): Promise<void> {
    const old = { journal, generation }
    const snapshot = { header, generation: generation + 1, table }
    try {
      await placeSnapshot({
        files,
        generation: snapshot.generation,
        fill: (file) => writeSnapshot(file, snapshot),
        toLogFile,
        damages,
        onPlaced: (placed) => {
          journal = placed
          generation = snapshot.generation
          indexedCount = table.attemptedCount()
        },
      })
    } catch (error) {
      // The rename may be undone by a power cut, and facts of the new journal with it.
      if (generation !== old.generation) refusal = error
      throw error
    }
    await old.journal.close()
    await rm(files.journalPath(old.generation), { force: true })
  }

  function isWorthCompacting(): boolean {
    const bytes = journal.size()
    const share = table.recipientCount * JOURNAL_BYTES_PER_RECIPIENT
    const isLong = bytes > SMALL_JOURNAL_BYTES && bytes > Math.min(share, LONG_JOURNAL_BYTES)
    // Without this a page of results would cost as much as reading all recipients.
    const isPastIndex =
      table.attemptedCount() > indexedCount && table.recipientCount > MANY_RECIPIENTS
    return isLong || isPastIndex
  }

  /**
   * Closes the journal. Another process may own the folder afterwards: not even a compaction begins.
   */
  async function close(): Promise<void> {
    isClosed = true
    await compacting?.catch(() => undefined)
    refusal ??= new Error('the ledger is closed')
    await journal.close()
  }
}
