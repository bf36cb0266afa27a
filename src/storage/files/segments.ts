import { open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppendLog, LinePlace, TornLine } from './append-log.ts'
import { openAppendLog } from './append-log.ts'
import { readLines } from './lines.ts'
import { isMissing, storageUnavailable } from './storage-errors.ts'

/** Where a line of a segmented log lies. */
export type SegmentPlace = LinePlace & { readonly segment: number }

type Waiter = {
  readonly value: unknown
  readonly onCommitted: ((place: SegmentPlace) => void) | undefined
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * A log in numbered files `<name>.<number>.ndjson`, which are appended to one after the other and
 * dropped whole, the oldest first.
 * @throws DamagedFileError
 */
export async function openSegments({
  folder,
  name,
  isFull,
  onLine,
  onTornLine,
}: {
  readonly folder: string
  readonly name: string
  /** Asked before lines are added: whether the newest segment takes no more. */
  readonly isFull: (segment: { readonly number: number; readonly bytes: number }) => boolean
  /** Told of each line that is there already, in order. */
  readonly onLine: (value: unknown, place: SegmentPlace) => void
  readonly onTornLine: (torn: TornLine) => void
}) {
  let numbers = await listNumbers()
  let queue: Waiter[] = []
  let flushing: Promise<void> | undefined
  for (const number of numbers.slice(0, -1)) await load(number)
  let current = { number: numbers.at(-1) ?? 1, log: await begin(numbers.at(-1) ?? 1) }

  return { append, read, drop, close, newest: () => current.number, count: () => numbers.length }

  /** Lines get to the disk in the order of the calls. @throws AppError `storage_unavailable` */
  function append(value: unknown, onCommitted?: (place: SegmentPlace) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      queue.push({ value, onCommitted, resolve, reject })
      flushing ??= flush()
    })
  }

  async function flush(): Promise<void> {
    // Lines of the same moment go out together.
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
      throw storageUnavailable(`cannot begin a segment in ${folder}`, error)
    }
    await full.log.close()
  }

  async function begin(number: number): Promise<AppendLog> {
    const path = pathOf(number)
    const lines: { value: unknown; offset: number }[] = []
    const onOne = (value: unknown, offset: number) => lines.push({ value, offset })
    const log = await openAppendLog({ path, onLine: onOne, onTornLine })
    tellLines(number, lines, log.size())
    if (!numbers.includes(number)) numbers = [...numbers, number]
    return log
  }

  async function load(number: number): Promise<void> {
    const path = pathOf(number)
    const file = await open(path, 'r')
    try {
      for await (const { values, offsets, end } of readLines({ file, path })) {
        const lines = values.map((value, index) => ({ value, offset: offsets[index] ?? 0 }))
        tellLines(number, lines, end)
      }
    } finally {
      await file.close()
    }
  }

  function tellLines(
    segment: number,
    lines: readonly { readonly value: unknown; readonly offset: number }[],
    end: number,
  ): void {
    lines.forEach(({ value, offset }, index) => {
      onLine(value, { segment, offset, length: (lines[index + 1]?.offset ?? end) - offset })
    })
  }

  /** Undefined for a line whose segment was dropped. */
  async function read({ segment, offset, length }: SegmentPlace): Promise<unknown> {
    const path = pathOf(segment)
    try {
      const file = await open(path, 'r')
      try {
        for await (const { values } of readLines({
          file,
          path,
          from: offset,
          to: offset + length,
        })) {
          return values[0]
        }
      } finally {
        await file.close()
      }
    } catch (error) {
      if (!isMissing(error)) throw error
    }
    return undefined
  }

  /** Takes away the segments before `firstKept`, except the one that takes new lines. */
  async function drop(firstKept: number): Promise<void> {
    const gone = numbers.filter((number) => number < firstKept && number !== current.number)
    numbers = numbers.filter((number) => !gone.includes(number))
    for (const number of gone) await rm(pathOf(number), { force: true })
  }

  async function close(): Promise<void> {
    while (flushing !== undefined) await flushing
    await current.log.close()
  }

  async function listNumbers(): Promise<number[]> {
    const names = await readdir(folder)
    const pattern = new RegExp(`^${name}\\.(\\d+)\\.ndjson$`)
    return names
      .map((each) => pattern.exec(each)?.[1])
      .filter((number) => number !== undefined)
      .map(Number)
      .sort((a, b) => a - b)
  }

  function pathOf(number: number): string {
    return join(folder, `${name}.${number}.ndjson`)
  }
}
