import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import {
  LAST_MESSAGES_KEPT_MS,
  type LastMessageStore,
  type NotedMessage,
} from '../../domain/sending/last-messages.ts'
import { type Damages, openDamages } from '../damage/damages.ts'
import { salvageLines } from '../damage/salvage.ts'
import type { ToLogFile, TornLine } from '../files/append-log.ts'
import { makeFolder } from '../files/durable-write.ts'
import { type FileFormat, isHeader } from '../files/file-format.ts'
import { readLines } from '../files/lines.ts'
import { createSegmentFiles } from '../files/segment-files.ts'
import { openSegments, type SegmentPlace } from '../files/segments.ts'
import { DamagedFileError, isMissing, storageUnavailable } from '../files/storage-errors.ts'

export const format: FileFormat = { name: 'last-messages', migrations: [] }

/** Device, names, campaign, recipient, time: a short array, since there is one for every message. */
const Line = z.tuple([z.string(), z.array(z.number()), z.int(), z.int(), z.number()])

const DAY_MS = 24 * 60 * 60_000

/**
 * The last messages that devices sent for campaigns: a log in files of one day each. Files are
 * deleted once no answer to their messages can come any more.
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
  /** Just past the last whole line, by file. */
  const ends = new Map<number, number>()
  const log = await begin()
  await dropOld()

  return { load, append, close: log.close }

  /**
   * Opens the log. Of a damaged file the whole lines are kept: answers to the lost messages count
   * for no campaign.
   */
  async function begin(): Promise<Awaited<ReturnType<typeof openSegments>>> {
    try {
      return await openSegments({
        files,
        format,
        isFull: ({ number }) => (spans.get(number)?.firstMs ?? now()) < now() - DAY_MS,
        onLine: (value, place) => known(place, parse(value, place.segment)),
        onTornLine,
        toLogFile,
      })
    } catch (error) {
      if (!(error instanceof DamagedFileError)) throw error
      await salvageLines(error.path, { detail: error.message, damages })
      spans.clear()
      ends.clear()
      return begin()
    }
  }

  function parse(value: unknown, segment: number): NotedMessage {
    const message = readNoted(value)
    if (!message) throw new DamagedFileError(files.pathOf(segment), 'a line is no message')
    return message
  }

  function known({ segment, offset, length }: SegmentPlace, { atMs }: NotedMessage): void {
    const span = spans.get(segment) ?? { firstMs: atMs, lastMs: atMs }
    spans.set(segment, { firstMs: span.firstMs, lastMs: Math.max(span.lastMs, atMs) })
    ends.set(segment, offset + length)
  }

  async function load(
    { sinceMs, deviceKey }: Parameters<LastMessageStore['load']>[0],
    take: (message: NotedMessage) => void,
  ): Promise<void> {
    for (const segment of log.numbers()) {
      if ((spans.get(segment)?.lastMs ?? 0) < sinceMs) continue
      await readSegment(segment, (message) => {
        const isMeant = deviceKey === undefined || message.deviceKey === deviceKey
        if (isMeant && message.atMs >= sinceMs) take(message)
      })
    }
  }

  /**
   * Reads the whole lines of a segment up to its noted end: a line that is being added may not be
   * whole.
   */
  async function readSegment(
    segment: number,
    take: (message: NotedMessage) => void,
  ): Promise<void> {
    const path = files.pathOf(segment)
    try {
      const file = await open(path, 'r')
      try {
        const to = ends.get(segment) ?? 0
        for await (const { values, offsets } of readLines({ file, path, to })) {
          for (const [place, value] of values.entries()) {
            if (isHeader({ value, offset: offsets[place] ?? 0 }, format, path)) continue
            take(parse(value, segment))
          }
        }
      } finally {
        await file.close()
      }
    } catch (error) {
      // It was deleted meanwhile.
      if (!isMissing(error)) throw storageUnavailable(`cannot read ${path}`, error)
    }
  }

  async function append(message: NotedMessage): Promise<void> {
    const { deviceKey, names, campaignNumber, index, atMs } = message
    const before = log.newest()
    await log.append([deviceKey, names, campaignNumber, index, atMs], (place) =>
      known(place, message),
    )
    if (log.newest() !== before) await dropOld()
  }

  async function dropOld(): Promise<void> {
    const isKept = (number: number) =>
      (spans.get(number)?.lastMs ?? 0) > now() - LAST_MESSAGES_KEPT_MS
    await log.drop(log.numbers().find(isKept) ?? log.newest())
  }
}

/** Returns `undefined` for any other line. */
export function readNoted(value: unknown): NotedMessage | undefined {
  const line = Line.safeParse(value).data
  if (!line) return undefined
  const [deviceKey, names, campaignNumber, index, atMs] = line
  return { deviceKey, names, campaignNumber, index, atMs }
}
