import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  isFurther,
  type SentStatus,
  type StatusUpdate,
} from '../../contract/messages/sent-status.ts'
import type { StoredMessage } from '../../domain/webhooks/webhook-messages.ts'
import type { AppendLog, TornLine } from '../files/append-log.ts'
import { openAppendLog } from '../files/append-log.ts'
import { readLines } from '../files/lines.ts'
import { storageUnavailable } from '../files/storage-errors.ts'
import { createMessageIndex, type IndexedMessage } from './message-index.ts'
import {
  listSegments,
  openIfThere,
  readEntry,
  readMessage,
  toStatusLine,
} from './message-segments.ts'

/** The oldest messages leave with their segment, so many parts there are of what is kept. */
const SEGMENTS = 10
const SEGMENT_LIMIT_BYTES = 4 * 1024 * 1024
/** Receipts that may come before their message. */
const EARLY_LIMIT = 200

type Segment = { readonly number: number; count: number }

export type InstanceMessages = Awaited<ReturnType<typeof openInstanceMessages>>

/**
 * The newest messages of one instance: segments that are only ever appended to and dropped whole.
 * @throws DamagedFileError
 */
export async function openInstanceMessages({
  folder,
  instance,
  keep,
  onTornLine,
  onFault,
}: {
  readonly folder: string
  readonly instance: string
  /** Messages that are kept. */
  readonly keep: number
  readonly onTornLine: (torn: TornLine) => void
  /** An old segment could not be taken away. */
  readonly onFault: (error: unknown) => void
}) {
  const index = createMessageIndex()
  const segmentSize = Math.max(1, Math.ceil(keep / SEGMENTS))
  const writing = new Map<string, Promise<void>>()
  /** News of messages that are not here yet, by id; oldest first. */
  const early = new Map<string, SentStatus>()
  let rotating: Promise<void> | undefined
  /** Ascending. */
  let segments: Segment[] = []

  const numbers = await listSegments(folder)
  for (const number of numbers.slice(0, -1)) await load(number)
  /** Takes the new messages. */
  let current = await begin(numbers.at(-1) ?? 1)
  await trim()

  return {
    add,
    mark,
    contacts: () => index.contacts(),
    counts: () => index.counts(),
    list,
    close,
  }

  async function add(messages: readonly StoredMessage[]): Promise<ReadonlySet<string>> {
    const fresh = new Map<string, StoredMessage>()
    const underWay: Promise<void>[] = []
    for (const message of messages) {
      const write = writing.get(message.id)
      if (write !== undefined) underWay.push(write)
      else if (!index.has(message.id)) fresh.set(message.id, withEarly(message))
    }
    if (fresh.size > 0) {
      const write = writeAll([...fresh.values()]).finally(() => {
        for (const id of fresh.keys()) writing.delete(id)
      })
      for (const id of fresh.keys()) writing.set(id, write)
      underWay.push(write)
    }
    // Whoever brings a message that another call is storing must not hear "done" before it is.
    await Promise.all(underWay)
    return new Set(fresh.keys())
  }

  async function writeAll(messages: readonly StoredMessage[]): Promise<void> {
    await makeRoom()
    const { log, segment } = current
    const results = await Promise.allSettled(
      messages.map((message) =>
        log.append(message, (instanceKey) => {
          segment.count += 1
          index.add(message, { segment: segment.number, ...instanceKey })
        }),
      ),
    )
    const failed = results.find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
    await trim()
  }

  /** News that came before its message. */
  function withEarly(message: StoredMessage): StoredMessage {
    const status = early.get(message.id)
    early.delete(message.id)
    if (status === undefined || !message.isFromMe) return message
    return isFurther(status, message.status) ? { ...message, status } : message
  }

  /**
   * Resolves when what is new of it is on the disk: how many messages have come further. What
   * comes before its message is remembered for a while.
   */
  async function mark(updates: readonly StatusUpdate[]): Promise<number> {
    await Promise.allSettled(updates.map(({ id }) => writing.get(id)))
    for (const update of updates) if (!index.has(update.id)) remember(update)
    const news = updates.filter(index.isFurtherStatus)
    if (news.length === 0) return 0
    await makeRoom()
    const { log } = current
    await Promise.all(
      news.map((update) => log.append(toStatusLine(update), () => index.mark(update))),
    )
    await trim()
    return news.length
  }

  function remember({ id, status }: StatusUpdate): void {
    if (!isFurther(status, early.get(id) ?? null)) return
    early.set(id, status)
    for (const oldest of early.keys()) {
      if (early.size <= EARLY_LIMIT) return
      early.delete(oldest)
    }
  }

  async function makeRoom(): Promise<void> {
    const { log, segment } = current
    if (segment.count < segmentSize && log.size() < SEGMENT_LIMIT_BYTES) return
    rotating ??= rotate().finally(() => {
      rotating = undefined
    })
    await rotating
  }

  async function rotate(): Promise<void> {
    const full = current
    try {
      current = await begin(full.segment.number + 1)
    } catch (error) {
      throw storageUnavailable(`cannot begin a segment in ${folder}`, error)
    }
    await full.log.close()
  }

  /** Opens the segment that takes the new messages, and names the instance in it. */
  async function begin(number: number): Promise<{ log: AppendLog; segment: Segment }> {
    const path = pathOf(number)
    const lines: { value: unknown; offset: number }[] = []
    const log = await openAppendLog({
      path,
      onLine: (value, offset) => lines.push({ value, offset }),
      onTornLine,
    })
    try {
      if (lines.length === 0) await log.append({ instance })
      return { log, segment: take(number, { lines, end: log.size() }) }
    } catch (error) {
      await log.close()
      throw error
    }
  }

  async function load(number: number): Promise<void> {
    const path = pathOf(number)
    const lines: { value: unknown; offset: number }[] = []
    let end = 0
    const file = await open(path, 'r')
    try {
      for await (const chunk of readLines({ file, path })) {
        chunk.values.forEach((value, instanceKey) => {
          lines.push({ value, offset: chunk.offsets[instanceKey] ?? 0 })
        })
        end = chunk.end
      }
    } finally {
      await file.close()
    }
    take(number, { lines, end })
  }

  function take(
    number: number,
    {
      lines,
      end,
    }: { lines: readonly { readonly value: unknown; readonly offset: number }[]; end: number },
  ): Segment {
    const segment = { number, count: 0 }
    lines.forEach(({ value, offset }, instanceKey) => {
      // The first line of a segment says whose it is.
      if (instanceKey === 0) return
      const entry = readEntry(value, { path: pathOf(number), offset })
      if (entry.kind === 'status') {
        index.mark(entry.update)
        return
      }
      const length = (lines[instanceKey + 1]?.offset ?? end) - offset
      segment.count += 1
      index.add(entry.message, { segment: number, offset, length })
    })
    segments = [...segments, segment]
    return segment
  }

  /** Forgets what is beyond the limit, and takes away segments of which nothing is left. */
  async function trim(): Promise<void> {
    while (index.count() > keep) index.dropOldest()
    // Long texts fill segments early: the disk's share is bounded as well.
    const excess = segments.length - (SEGMENTS + 2)
    const firstKept = excess > 0 ? (segments[excess]?.number ?? 0) : 0
    while ((index.oldestSegment() ?? firstKept) < firstKept) index.dropOldest()

    const oldest = index.oldestSegment() ?? current.segment.number
    const gone = segments.filter(({ number }) => number < oldest)
    segments = segments.filter(({ number }) => number >= oldest)
    for (const { number } of gone) {
      await rm(pathOf(number), { force: true }).catch(onFault)
    }
  }

  async function list(query: {
    readonly remoteJid: string | undefined
    readonly limit: number
  }): Promise<readonly StoredMessage[]> {
    const lines = index.newest(query.remoteJid, query.limit)
    const texts = new Map<IndexedMessage, StoredMessage>()
    for (const number of new Set(lines.map(({ segment }) => segment))) {
      const own = lines.filter(({ segment }) => segment === number)
      await readSegment(number, own, texts)
    }
    return lines.flatMap((line) => {
      const message = texts.get(line)
      if (!message) return []
      return [{ ...message, remoteJid: index.nameOf(message.remoteJid), status: line.status }]
    })
  }

  async function readSegment(
    number: number,
    lines: readonly IndexedMessage[],
    into: Map<IndexedMessage, StoredMessage>,
  ): Promise<void> {
    const path = pathOf(number)
    const file = await openIfThere(path)
    if (!file) return
    try {
      for (const line of lines) {
        const span = { from: line.offset, to: line.offset + line.length }
        for await (const { values } of readLines({ file, path, ...span })) {
          into.set(line, readMessage(values[0]))
        }
      }
    } finally {
      await file.close()
    }
  }

  async function close(): Promise<void> {
    await rotating
    await current.log.close()
  }

  function pathOf(number: number): string {
    return join(folder, `${number}.ndjson`)
  }
}
