import {
  isFurther,
  type SentStatus,
  type StatusUpdate,
} from '../../contract/messages/sent-status.ts'
import { allEnded } from '../../domain/every-step.ts'
import { createSerial } from '../../domain/serial.ts'
import { changedMessage } from '../../domain/webhooks/changed-message.ts'
import type { MessageFilter, PageEdge, StoredChange } from '../../domain/webhooks/message-query.ts'
import type { FoundMessages, StoredMessage } from '../../domain/webhooks/webhook-message-store.ts'
import type { ToLogFile, TornLine } from '../files/append-log.ts'
import { openSegments, type SegmentPlace } from '../files/segments.ts'
import { createMessageIndex, type IndexedMessage } from './message-index.ts'
import {
  isNameLine,
  messageFiles,
  messagesFormat,
  readChange,
  readEntry,
  readMessage,
  toChangeLine,
  toReadLine,
  toStatusLine,
} from './message-segments.ts'

/**
 * Number of segments that the kept messages are spread over; a segment is deleted once all of its
 * messages are dropped.
 */
const SEGMENTS = 10
const SEGMENT_LIMIT_BYTES = 4 * 1024 * 1024
/** Statuses that are remembered for messages that have not arrived yet. */
const EARLY_LIMIT = 200
const READ_AT_ONCE = 200

export type InstanceMessages = Awaited<ReturnType<typeof openInstanceMessages>>

/**
 * The newest messages of one instance: segments that are only ever appended to and dropped whole.
 * @throws DamagedFileError, NewerFormatError
 */
export async function openInstanceMessages({
  folder,
  instance,
  keep,
  onTornLine,
  onFault,
  toLogFile,
}: {
  readonly folder: string
  readonly instance: string
  /** Messages that are kept; infinite: all of them. */
  readonly keep: number
  readonly onTornLine: (torn: TornLine) => void
  /** Called when an old segment cannot be deleted. */
  readonly onFault: (error: unknown) => void
  readonly toLogFile?: ToLogFile | undefined
}) {
  const index = createMessageIndex()
  const segmentSize = Math.max(1, Math.ceil(keep / SEGMENTS))
  const writing = new Map<string, Promise<void>>()
  /** Changes of one message run one at a time, so that each sees the one before. */
  const inTurn = createSerial()
  /** Statuses of messages that have not arrived yet, by id; oldest first. */
  const early = new Map<string, SentStatus>()
  /** Messages in the segment that takes new ones. */
  let newest = { segment: 0, count: 0 }

  const files = messageFiles(folder)
  const log = await openSegments({
    files,
    format: messagesFormat,
    about: { instance },
    isFull: ({ number, bytes }) =>
      bytes >= SEGMENT_LIMIT_BYTES || (newest.segment === number && newest.count >= segmentSize),
    onLine: replay,
    onTornLine,
    toLogFile,
  })
  await trim()

  return {
    add,
    mark,
    change,
    read,
    unreadChats: () => index.unreadChats(),
    newestAt: index.newestAt,
    chats: () => index.chats(),
    counts: () => index.counts(),
    count: () => index.count(),
    list,
    search,
    arrived,
    close: log.close,
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
    // A repeated message must not be acknowledged before the first call has stored it.
    await Promise.all(underWay)
    return new Set(fresh.keys())
  }

  async function writeAll(messages: readonly StoredMessage[]): Promise<void> {
    await allEnded(messages.map((message) => log.append(message, (place) => take(message, place))))
    await trim()
  }

  /** Applies a status that came before its message. */
  function withEarly(message: StoredMessage): StoredMessage {
    const status = early.get(message.id)
    early.delete(message.id)
    if (status === undefined || !message.isFromMe) return message
    return isFurther(status, message.status) ? { ...message, status } : message
  }

  /**
   * Resolves when the statuses are on the disk, with the count of messages that changed. A status
   * without its message is remembered for a while.
   */
  async function mark(updates: readonly StatusUpdate[]): Promise<number> {
    await Promise.allSettled(updates.map(({ id }) => writing.get(id)))
    for (const update of updates) if (!index.has(update.id)) remember(update)
    const further = updates.filter(index.isFurtherStatus)
    if (further.length === 0) return 0
    await Promise.all(
      further.map((update) => log.append(toStatusLine(update), () => index.mark(update))),
    )
    await trim()
    return further.length
  }

  /**
   * Resolves with true when the change of a message is on the disk; with false where nothing
   * changed, as for a repeated change.
   */
  function change(changed: StoredChange): Promise<boolean> {
    return inTurn(changed.id, () => changeNow(changed))
  }

  async function changeNow({ text, ...changed }: StoredChange): Promise<boolean> {
    await writing.get(changed.id)
    const known = index.find(changed)
    if (!known || known.isTakenBack) return false
    const before = (await readChanges([known])).get(known)
    if (text !== null && before === text) return false
    const line = toChangeLine(changed.id, text)
    await log.append(line, (place) => index.change(changed.id, text, place))
    await trim()
    return true
  }

  /**
   * Resolves with true when it is on the disk that a chat was read; with false where nothing was
   * unread.
   */
  async function read(remoteJid: string, upToId: string | undefined): Promise<boolean> {
    const id = index.findUnread(remoteJid, upToId)
    if (id === undefined) return false
    await log.append(toReadLine(id), () => index.read(id))
    return true
  }

  function remember({ id, status }: StatusUpdate): void {
    if (!isFurther(status, early.get(id) ?? null)) return
    early.set(id, status)
    for (const oldest of early.keys()) {
      if (early.size <= EARLY_LIMIT) return
      early.delete(oldest)
    }
  }

  function replay(value: unknown, place: SegmentPlace): void {
    const { segment, offset } = place
    if (isNameLine(value, offset)) return
    const entry = readEntry(value, { path: files.pathOf(segment), offset })
    if (entry.kind === 'status') index.mark(entry.update)
    else if (entry.kind === 'read') index.read(entry.upToId)
    else if (entry.kind === 'change') index.change(entry.id, entry.text, place)
    else take(entry.message, place)
  }

  function take(message: StoredMessage, place: SegmentPlace): void {
    const { segment } = place
    newest = { segment, count: newest.segment === segment ? newest.count + 1 : 1 }
    index.add(message, place)
  }

  /** Drops messages beyond the limit, and deletes segments of which nothing is left. */
  async function trim(): Promise<void> {
    if (keep === Number.POSITIVE_INFINITY) return
    while (index.count() > keep) index.dropOldest()
    // Long texts fill segments early: the disk's share is bounded as well.
    const numbers = log.numbers()
    const excess = numbers.length - (SEGMENTS + 2)
    const firstKept = excess > 0 ? (numbers[excess] ?? 0) : 0
    while ((index.oldestSegment() ?? firstKept) < firstKept) index.dropOldest()
    await log.drop(index.oldestSegment() ?? log.newest()).catch(onFault)
  }

  async function list(query: {
    readonly remoteJid: string | undefined
    readonly limit: number
    readonly edge?: PageEdge | undefined
  }): Promise<readonly StoredMessage[]> {
    return readAll(index.page(query.remoteJid, query.limit, query.edge))
  }

  async function search(filter: MessageFilter): Promise<FoundMessages> {
    const { total, lines } = index.search(filter)
    return { total, messages: await readAll(lines) }
  }

  /**
   * Yields all messages in the order of their arrival, each in its present form, and with the LID
   * of its chat.
   */
  async function* arrived(): AsyncGenerator<readonly StoredMessage[]> {
    const lids = new Map(index.chats().map(({ remoteJid, lid }) => [remoteJid, lid]))
    for (let from = 0; from < index.count(); from += READ_AT_ONCE) {
      const lines = index.arrived(from, READ_AT_ONCE)
      const unread = new Set(lines.filter(({ isUnread }) => isUnread).map(({ id }) => id))
      const messages = await readAll(lines)
      yield messages.map((message) => ({
        ...{ ...message, lid: lids.get(message.remoteJid) ?? message.lid },
        ...(unread.has(message.id) && { isUnread: true }),
      }))
    }
  }

  /** Reads the present texts of changed messages. */
  async function readChanges(lines: readonly IndexedMessage[]) {
    const places = lines.flatMap((line) => (line.change ? [{ ...line.change, line }] : []))
    const changes = new Map<IndexedMessage, string | null>()
    await log.readEach(places, ({ line }, value) => {
      changes.set(line, readChange(value))
    })
    return changes
  }

  async function readAll(lines: readonly IndexedMessage[]): Promise<readonly StoredMessage[]> {
    const texts = new Map<IndexedMessage, StoredMessage>()
    await log.readEach(lines, (line, value) => {
      texts.set(line, readMessage(value))
    })
    const changes = await readChanges(lines)
    return lines.flatMap((line) => {
      const message = texts.get(line)
      if (!message) return []
      const text = changes.get(line)
      const { isUnread: _, ...shown } = text === undefined ? message : changedMessage(message, text)
      return [{ ...shown, remoteJid: index.nameOf(message.remoteJid), status: line.status }]
    })
  }
}
