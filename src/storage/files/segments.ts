import { open } from 'node:fs/promises'
import type { AppendLog, LinePlace, ToLogFile, TornLine } from './append-log.ts'
import { openAppendLog } from './append-log.ts'
import { type FileFormat, isHeader } from './file-format.ts'
import { readLines } from './lines.ts'
import type { SegmentFiles } from './segment-files.ts'
import { isMissing, storageUnavailable } from './storage-errors.ts'

/** Position of a line in a segmented log. */
export type SegmentPlace = LinePlace & { readonly segment: number }

type Line = { readonly value: unknown; readonly offset: number }

type Waiter = {
  readonly value: unknown
  readonly onCommitted: ((place: SegmentPlace) => void) | undefined
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * Opens a log in numbered files: the newest is appended to, and the oldest are deleted whole. Each
 * begins with a header, which `onLine` does not get.
 * @throws DamagedFileError, NewerFormatError
 */
export async function openSegments({
  files,
  format,
  about,
  isFull,
  onLine,
  onTornLine,
  toLogFile,
}: {
  readonly files: SegmentFiles
  readonly format: FileFormat
  /** Further fields of the headers. */
  readonly about?: Readonly<Record<string, string>>
  /** Called before lines are added: whether the newest segment is full. */
  readonly isFull: (segment: { readonly number: number; readonly bytes: number }) => boolean
  /** Called with each existing line, in order. */
  readonly onLine: (value: unknown, place: SegmentPlace) => void
  readonly onTornLine: (torn: TornLine) => void
  readonly toLogFile?: ToLogFile | undefined
}) {
  let numbers = await files.list()
  let queue: Waiter[] = []
  let flushing: Promise<void> | undefined
  for (const number of numbers.slice(0, -1)) await load(number)
  let current = { number: numbers.at(-1) ?? 1, log: await begin(numbers.at(-1) ?? 1) }

  return {
    append,
    read,
    readEach,
    drop,
    close,
    newest: () => current.number,
    /** Ascending. */
    numbers: () => numbers,
  }

  /**
   * Appends a line; lines reach the disk in the order of the calls.
   * @throws AppError `storage_unavailable`
   */
  function append(value: unknown, onCommitted?: (place: SegmentPlace) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      queue.push({ value, onCommitted, resolve, reject })
      flushing ??= flush()
    })
  }

  async function flush(): Promise<void> {
    // Collects all lines of the same tick into one commit.
    await Promise.resolve()
    while (queue.length > 0) {
      const group = queue
      queue = []
      try {
        await makeRoom()
        await Promise.all(group.map(write))
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    flushing = undefined
  }

  async function write({ value, onCommitted, resolve, reject }: Waiter): Promise<void> {
    const { number, log } = current
    await log
      .append(value, (place) => onCommitted?.({ segment: number, ...place }))
      .then(resolve, reject)
  }

  async function makeRoom(): Promise<void> {
    const full = current
    if (!isFull({ number: full.number, bytes: full.log.size() })) return
    try {
      const number = full.number + 1
      current = { number, log: await begin(number) }
    } catch (error) {
      throw storageUnavailable(`cannot begin a segment in ${files.folder}`, error)
    }
    await full.log.close()
  }

  /** Opens the segment that takes the new lines. */
  async function begin(number: number): Promise<AppendLog> {
    const lines: Line[] = []
    const log = await openAppendLog({
      path: files.pathOf(number),
      format,
      ...(about && { about }),
      onLine: (value, offset) => lines.push({ value, offset }),
      onTornLine,
      ...(toLogFile && { toLogFile }),
    })
    try {
      passLines(number, lines, log.size())
    } catch (error) {
      await log.close()
      throw error
    }
    if (!numbers.includes(number)) numbers = [...numbers, number]
    return log
  }

  async function load(number: number): Promise<void> {
    const path = files.pathOf(number)
    const file = await open(path, 'r')
    try {
      for await (const { values, offsets, end } of readLines({ file, path })) {
        const lines = values
          .map((value, index) => ({ value, offset: offsets[index] ?? 0 }))
          .filter((line) => !isHeader(line, format, path))
        passLines(number, lines, end)
      }
    } finally {
      await file.close()
    }
  }

  function passLines(segment: number, lines: readonly Line[], end: number): void {
    lines.forEach(({ value, offset }, index) => {
      onLine(value, { segment, offset, length: (lines[index + 1]?.offset ?? end) - offset })
    })
  }

  /** Returns `undefined` for a line whose segment was dropped. */
  async function read(place: SegmentPlace): Promise<unknown> {
    let found: unknown
    await readEach([place], (_, value) => {
      found = value
    })
    return found
  }

  /** Yields each line with its position, segment by segment; dropped ones are left out. */
  async function readEach<Place extends SegmentPlace>(
    places: readonly Place[],
    onRead: (place: Place, value: unknown) => void,
  ): Promise<void> {
    for (const number of new Set(places.map(({ segment }) => segment))) {
      const path = files.pathOf(number)
      const file = await openIfThere(path)
      if (!file) continue
      try {
        for (const place of places.filter(({ segment }) => segment === number)) {
          const span = { from: place.offset, to: place.offset + place.length }
          for await (const { values } of readLines({ file, path, ...span })) {
            onRead(place, values[0])
          }
        }
      } finally {
        await file.close()
      }
    }
  }

  /** Deletes the segments before `firstKept`, except the one that takes new lines. */
  async function drop(firstKept: number): Promise<void> {
    const gone = numbers.filter((number) => number < firstKept && number !== current.number)
    numbers = numbers.filter((number) => !gone.includes(number))
    for (const number of gone) await files.remove(number)
  }

  async function close(): Promise<void> {
    while (flushing !== undefined) await flushing
    await current.log.close()
  }
}

/** Null for a segment that was dropped a moment ago. */
async function openIfThere(path: string) {
  try {
    return await open(path, 'r')
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}
