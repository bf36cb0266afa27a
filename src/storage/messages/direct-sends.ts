import { randomInt } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { TEXT_RETENTION_MS } from '../../contract/limits.ts'
import type { DirectSend, DirectSendStore } from '../../domain/sending/direct/direct-message.ts'
import type { SendFact } from '../../domain/sending/recipient.ts'
import { type Damages, openDamages } from '../damage/damages.ts'
import { salvageLines } from '../damage/salvage.ts'
import type { ToLogFile, TornLine } from '../files/append-log.ts'
import { makeFolder } from '../files/durable-write.ts'
import { createOpenFiles } from '../files/open-files.ts'
import { createSegmentFiles } from '../files/segment-files.ts'
import { DamagedFileError, NewerFormatError, storageUnavailable } from '../files/storage-errors.ts'
import { jumpsAfterSilence } from '../lock/number-jumps.ts'
import type { DirectSegment } from './direct-segment.ts'
import { newerSegment, openDirectSegment } from './direct-segment.ts'

const SEGMENT_LIMIT_BYTES = 4 * 1024 * 1024
const SEGMENT_LIMIT_SENDS = 5_000
/** Short compared with the retention, so that little is kept for longer. */
const SEGMENT_AGE_MS = 24 * 60 * 60_000
/**
 * A segment holds a day, and receipts come for many days: the segments of a month stay open once
 * used. The index of a full segment takes 0.3 MB, and 0.05 s to read again.
 */
const OLD_SEGMENTS_OPEN = 32

/**
 * The outbox of single messages, below `direct` of the data folder: segments named after their
 * first index, of which the old ones are dropped whole.
 */
export async function openDirectSends({
  dir,
  now = Date.now,
  onTornLine = () => undefined,
  onFault = () => undefined,
  toLogFile,
  damages: given,
  mayBeOlder = false,
  newJump = randomJump,
  segmentLimitSends = SEGMENT_LIMIT_SENDS,
}: {
  /** The data folder. */
  readonly dir: string
  /** Epoch milliseconds. */
  readonly now?: () => number
  readonly onTornLine?: (torn: TornLine) => void
  /** Called when an old segment cannot be closed. */
  readonly onFault?: (error: unknown) => void
  readonly toLogFile?: ToLogFile
  readonly damages?: Damages
  /** Whether indices may have been handed out that an older, restored folder does not have. */
  readonly mayBeOlder?: boolean
  /** How many indices are skipped then. */
  readonly newJump?: () => number
  readonly segmentLimitSends?: number
}): Promise<DirectSendStore & { close(): Promise<void> }> {
  const folder = join(dir, 'direct')
  const damages = given ?? (await openDamages({ dir }))
  let isRepaired = false
  await makeFolder(folder)
  /** First indices of all segments, ascending; the last one takes the new sends. */
  const files = createSegmentFiles({ folder })
  let starts = await files.list()
  const isNew = starts.length === 0
  let newest = await openSegment(starts.at(-1) ?? 0)
  let nextIndex = (newest.lastIndex() ?? (starts.at(-1) ?? 0) - 1) + 1
  if (starts.length === 0) starts = [0]
  let rotating: Promise<void> | undefined
  /** By the first index of their segment. */
  const oldImageNames = new Map<number, ReadonlySet<string>>()
  const oldOnes = createOpenFiles<DirectSegment>({ limit: OLD_SEGMENTS_OPEN, onFault })
  if (isRepaired || (mayBeOlder && !isNew)) await leaveRoom()
  await dropExpired()

  return { record, note, find, imageNames, close }

  async function record(send: DirectSend): Promise<number> {
    if (isFull()) {
      rotating ??= rotate().finally(() => {
        rotating = undefined
      })
      await rotating
    }
    const index = nextIndex
    nextIndex += 1
    await newest.add(index, send)
    return index
  }

  async function note(fact: SendFact): Promise<boolean> {
    return (await withSegment(fact.index, (segment) => segment.note(fact))) ?? false
  }

  async function find(index: number): Promise<DirectSend | undefined> {
    const send = await withSegment(index, (segment) => segment.find(index))
    return send && isYoung(send.atMs) ? send : undefined
  }

  async function imageNames(): Promise<ReadonlySet<string>> {
    const newestStart = starts.at(-1)
    const names = new Set<string>()
    for (const start of starts) {
      const known = oldImageNames.get(start)
      const found = known ?? (await withSegment(start, async (segment) => segment.imageNames()))
      // An old segment takes no new messages: it is read once, not with every call.
      if (found && start !== newestStart) oldImageNames.set(start, found)
      for (const name of found ?? []) names.add(name)
    }
    return names
  }

  async function close(): Promise<void> {
    await rotating
    await oldOnes.closeAll()
    await newest.close()
  }

  function isYoung(atMs: number): boolean {
    return atMs > now() - TEXT_RETENTION_MS
  }

  function isFull(): boolean {
    const isLarge = newest.count() >= segmentLimitSends || newest.bytes() >= SEGMENT_LIMIT_BYTES
    return isLarge || newest.firstAtMs() < now() - SEGMENT_AGE_MS
  }

  async function rotate(): Promise<void> {
    try {
      const segment = await openSegment(nextIndex)
      // The full segment may still be writing: it stays open, so that its file is not opened twice.
      oldOnes.take(files.pathOf(starts.at(-1) ?? 0), newest)
      starts = [...starts, nextIndex]
      newest = segment
      await dropExpired()
    } catch (error) {
      throw storageUnavailable('cannot begin a segment of single messages', error)
    }
  }

  /**
   * Deletes segments that nothing was added to within the retention. A recent file time spares
   * reading a segment; for others the times of their messages decide, since the disk's clock may be
   * wrong.
   */
  async function dropExpired(): Promise<void> {
    const old = starts.slice(0, -1)
    for (const start of old) {
      const { mtimeMs } = await stat(files.pathOf(start))
      if (isYoung(mtimeMs)) continue
      if (await withSegment(start, async (segment) => isYoung(segment.lastAtMs()))) continue
      starts = starts.filter((other) => other !== start)
      oldImageNames.delete(start)
      await oldOnes.putAway(files.pathOf(start))
      await files.remove(start)
    }
  }

  async function withSegment<Result>(
    index: number,
    work: (segment: DirectSegment) => Promise<Result>,
  ): Promise<Result | undefined> {
    const start = starts.findLast((first) => first <= index)
    if (start === undefined) return undefined
    if (start === starts.at(-1)) return work(newest)
    return oldOnes.use(files.pathOf(start), { open: () => openSegment(start), work })
  }

  /**
   * Skips indices that a lost line or a restored folder no longer shows, so that none names two
   * messages.
   */
  async function leaveRoom(): Promise<void> {
    nextIndex += newJump()
    await rotate()
  }

  /**
   * Opens a segment. A damaged one keeps its intact lines; one of a newer program counts as empty.
   */
  async function openSegment(start: number): Promise<DirectSegment> {
    const path = files.pathOf(start)
    const open = () => openDirectSegment({ path, onTornLine: onTorn, toLogFile })
    return open().catch(async (damage: unknown) => {
      if (damage instanceof NewerFormatError) {
        isRepaired = true
        await damages.report(path, damage.message)
        return newerSegment(damage)
      }
      const detail = detailOf(damage)
      await salvageLines(path, { detail, damages })
      isRepaired = true
      return open().catch(async (another: unknown) => {
        await damages.setAside(path, detailOf(another))
        return open()
      })
    })
  }

  /** Counts a torn segment as repaired: how many lines are lost behind the tear cannot be known. */
  function onTorn(torn: TornLine): void {
    isRepaired = true
    onTornLine(torn)
  }
}

function randomJump(): number {
  return randomInt(...jumpsAfterSilence.singles)
}

/** Describes damage; any other error is rethrown. */
function detailOf(error: unknown): string {
  if (error instanceof DamagedFileError) return error.message
  throw error
}
