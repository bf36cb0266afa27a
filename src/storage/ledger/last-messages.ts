import { join } from 'node:path'
import { z } from 'zod'
import { REPLY_WINDOW_DAYS } from '../../contract/limits.ts'
import type { LastMessageStore, NotedMessage } from '../../domain/sending/last-messages.ts'
import { type Damages, openDamages } from '../damage/damages.ts'
import { salvageLines } from '../damage/salvage.ts'
import type { ToLogFile, TornLine } from '../files/append-log.ts'
import { makeFolder } from '../files/durable-write.ts'
import type { FileFormat } from '../files/file-format.ts'
import { createSegmentFiles } from '../files/segment-files.ts'
import { openSegments } from '../files/segments.ts'
import { DamagedFileError } from '../files/storage-errors.ts'

export const format: FileFormat = { name: 'last-messages', migrations: [] }

/** Device, names, campaign, recipient, time: a short array, since there is one for every message. */
const Line = z.tuple([z.string(), z.array(z.number()), z.int(), z.int(), z.number()])

const DAY_MS = 24 * 60 * 60_000
const KEPT_MS = (REPLY_WINDOW_DAYS + 1) * DAY_MS

/**
 * Whom devices wrote to for campaigns: a log in files of a day, of which those are deleted that are
 * older than an answer may be.
 */
export async function openLastMessages({
  dir,
  damages: given,
  now = Date.now,
  onTornLine = () => undefined,
  toLogFile,
}: {
  /** The data folder. */
  readonly dir: string
  readonly damages?: Damages
  /** Epoch milliseconds. */
  readonly now?: () => number
  readonly onTornLine?: (torn: TornLine) => void
  readonly toLogFile?: ToLogFile
}): Promise<LastMessageStore & { close(): Promise<void> }> {
  const folder = join(dir, 'last-messages')
  const damages = given ?? (await openDamages({ dir }))
  await makeFolder(folder)
  const files = createSegmentFiles({ folder })
  /** Times of the first and last message, by file. */
  const spans = new Map<number, { firstMs: number; lastMs: number }>()
  let loaded: NotedMessage[] | null = []
  const log = await open()
  await dropOld()

  return { load, append, close: log.close }

  /** Of a damaged file the whole lines are kept: without the others an answer counts for nobody. */
  async function open(): Promise<Awaited<ReturnType<typeof openSegments>>> {
    try {
      return await openSegments({
        files,
        format,
        isFull: ({ number }) => (spans.get(number)?.firstMs ?? now()) < now() - DAY_MS,
        onLine: (value, { segment }) => take(value, segment),
        onTornLine,
        toLogFile,
      })
    } catch (error) {
      if (!(error instanceof DamagedFileError)) throw error
      await salvageLines(error.path, { detail: error.message, damages })
      spans.clear()
      loaded = []
      return open()
    }
  }

  function take(value: unknown, segment: number): void {
    const line = Line.safeParse(value).data
    if (!line) throw new DamagedFileError(files.pathOf(segment), 'a line is no message')
    const [deviceKey, names, campaignNumber, index, atMs] = line
    widen(segment, atMs)
    if (atMs > now() - KEPT_MS) loaded?.push({ deviceKey, names, campaignNumber, index, atMs })
  }

  function widen(segment: number, atMs: number): void {
    const span = spans.get(segment) ?? { firstMs: atMs, lastMs: atMs }
    spans.set(segment, { firstMs: span.firstMs, lastMs: Math.max(span.lastMs, atMs) })
  }

  /** Can be asked once: afterwards the lines are in the memory of whoever asked. */
  async function load(sinceMs: number, take: (message: NotedMessage) => void): Promise<void> {
    for (const message of loaded ?? []) if (message.atMs >= sinceMs) take(message)
    loaded = null
  }

  async function append(message: NotedMessage): Promise<void> {
    const { deviceKey, names, campaignNumber, index, atMs } = message
    const before = log.newest()
    await log.append([deviceKey, names, campaignNumber, index, atMs], ({ segment }) =>
      widen(segment, atMs),
    )
    if (log.newest() !== before) await dropOld()
  }

  async function dropOld(): Promise<void> {
    const isKept = (number: number) => (spans.get(number)?.lastMs ?? 0) > now() - KEPT_MS
    await log.drop(log.numbers().find(isKept) ?? log.newest())
  }
}
