import { open } from 'node:fs/promises'
import { z } from 'zod'
import { MessageRecord } from '../../contract/messages/message-record.ts'
import { SentStatus, type StatusUpdate } from '../../contract/messages/sent-status.ts'
import type { StoredMessage } from '../../domain/webhooks/webhook-message-store.ts'
import { type FileFormat, unchanged } from '../files/file-format.ts'
import { readLines } from '../files/lines.ts'
import { createSegmentFiles } from '../files/segment-files.ts'
import { DamagedFileError } from '../files/storage-errors.ts'

/** The lines of an instance's segments, and their files. */

export const messagesFormat: FileFormat = {
  name: 'messages',
  migrations: [unchanged, unchanged, unchanged],
}

/** The first line of a segment names its instance, in version 1 as well. */
const NameLine = z.object({ instance: z.string() })
/** Fields that are absent from lines of earlier versions, whose messages count as read. */
const MessageEntry: z.ZodType<StoredMessage> = MessageRecord.extend({
  /** Status when the message was stored. */
  status: SentStatus.nullable().default(null),
  thumbnail: MessageRecord.shape.thumbnail.default(null),
  isUnread: z.boolean().optional(),
})
/** A new status of a message in an earlier line or an older segment. */
const StatusEntry = z.object({ statusOf: z.string(), status: SentStatus })
/** A chat was read up to a message in an earlier line. Since version 3. */
const ReadEntry = z.object({ readUpTo: z.string() })

/** A message in an earlier line or an older segment was edited or taken back. Since version 4. */
const ChangeEntry = z.object({ changeOf: z.string(), text: z.string().nullable() })

export type SegmentEntry =
  | { readonly kind: 'message'; readonly message: StoredMessage }
  | { readonly kind: 'status'; readonly update: StatusUpdate }
  | { readonly kind: 'read'; readonly upToId: string }
  | { readonly kind: 'change'; readonly id: string; readonly text: string | null }

export const messageFiles = (folder: string) => createSegmentFiles({ folder })

export const readMessage = MessageEntry.parse

export function toStatusLine({ id, status }: StatusUpdate): z.infer<typeof StatusEntry> {
  return { statusOf: id, status }
}

export function toChangeLine(id: string, text: string | null): z.infer<typeof ChangeEntry> {
  return { changeOf: id, text }
}

/** What a message says now; null: it was taken back. */
export function readChange(value: unknown): string | null {
  return ChangeEntry.parse(value).text
}

export function toReadLine(upToId: string): z.infer<typeof ReadEntry> {
  return { readUpTo: upToId }
}

/** @throws DamagedFileError for a line of any other kind */
export function readEntry(
  value: unknown,
  { path, offset }: { readonly path: string; readonly offset: number },
): SegmentEntry {
  const message = MessageEntry.safeParse(value)
  if (message.success) return { kind: 'message', message: message.data }
  const status = StatusEntry.safeParse(value)
  if (status.success) {
    return { kind: 'status', update: { id: status.data.statusOf, status: status.data.status } }
  }
  const change = ChangeEntry.safeParse(value)
  if (change.success) {
    return { kind: 'change', id: change.data.changeOf, text: change.data.text }
  }
  const read = ReadEntry.safeParse(value)
  if (!read.success) throw new DamagedFileError(path, `no message at ${offset}`)
  return { kind: 'read', upToId: read.data.readUpTo }
}

/** Whether a line is the first one of a segment of version 1. */
export function isNameLine(value: unknown, offset: number): boolean {
  return offset === 0 && NameLine.safeParse(value).success
}

/** The name of the instance whose messages a folder holds; null where a crash left none. */
export async function readInstanceName(folder: string): Promise<string | null> {
  const files = messageFiles(folder)
  const [number] = await files.list()
  if (number === undefined) return null
  const path = files.pathOf(number)
  const file = await open(path, 'r')
  try {
    for await (const { values } of readLines({ file, path })) {
      return NameLine.safeParse(values[0]).data?.instance ?? null
    }
    return null
  } finally {
    await file.close()
  }
}
