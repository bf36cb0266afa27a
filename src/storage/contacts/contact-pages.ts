import type { FileHandle } from 'node:fs/promises'
import type { ContactPage, StoredContact } from '../../domain/contacts/contact-list-store.ts'
import { type ContactSearch, isFound } from '../../domain/contacts/contact-search.ts'
import { cursorAt, placeOf, unknownCursor } from '../../domain/contacts/list-cursor.ts'
import { readParts } from './contact-file.ts'
import type { ListRecord } from './contact-recovery.ts'

const LINE_FEED = 10

/**
 * Reads a part of a list from where its cursor points to.
 * @throws AppError `list_changed`, `invalid`; DamagedFileError
 */
export async function readContactPage(
  {
    file,
    path,
    record,
  }: {
    readonly file: Pick<FileHandle, 'read'>
    readonly path: string
    readonly record: ListRecord
  },
  {
    cursor,
    limit,
    maxBytes = Number.POSITIVE_INFINITY,
    search,
    signal,
  }: {
    readonly cursor?: string | undefined
    readonly limit: number
    readonly maxBytes?: number | undefined
    readonly search?: ContactSearch | undefined
    readonly signal?: AbortSignal | undefined
  },
): Promise<Pick<ContactPage, 'contacts' | 'next' | 'bytesRead'>> {
  const from =
    cursor === undefined
      ? 0
      : await lineAt(file, placeOf(cursor, { generation: record.generation, end: record.bytes }))
  const found: StoredContact[] = []
  for await (const { contacts, ends, end } of readParts(file, {
    path,
    from,
    to: record.bytes,
    search,
  })) {
    signal?.throwIfAborted()
    for (const [place, contact] of contacts.entries()) {
      if (search && !isFound(contact, search)) continue
      found.push(contact)
      if (found.length === limit) return upTo(ends[place] ?? record.bytes)
    }
    if (end - from >= maxBytes && end < record.bytes) return upTo(end)
  }
  return { contacts: found, next: null, bytesRead: record.bytes - from }

  function upTo(end: number) {
    return { contacts: found, next: cursorAt(record.generation, end), bytesRead: end - from }
  }
}

/** Refuses a place inside a line: no cursor of ours names one, and it would look like damage. */
async function lineAt(file: Pick<FileHandle, 'read'>, place: number): Promise<number> {
  const before = Buffer.alloc(1)
  if (place > 0) await file.read(before, 0, 1, place - 1)
  if (place > 0 && before[0] !== LINE_FEED) throw unknownCursor()
  return place
}
