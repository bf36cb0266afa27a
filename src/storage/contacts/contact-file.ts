import type { FileHandle } from 'node:fs/promises'
import { open, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { foldedPattern, foldText } from '../../contract/fold.ts'
import type { StoredContact } from '../../domain/contacts/contact-list-store.ts'
import type { ContactSearch } from '../../domain/contacts/contact-search.ts'
import { createFile, syncFolder } from '../files/durable-write.ts'
import { type FileFormat, headerOf, readHeader, unchanged } from '../files/file-format.ts'
import { createLineWriter, readLines } from '../files/lines.ts'
import { DamagedFileError, storageUnavailable } from '../files/storage-errors.ts'
import { createContactEncoder, decodeContact, escaped } from './contact-line.ts'

export const format: FileFormat = { name: 'contacts', migrations: [unchanged] }

/**
 * The contacts of one list: a header, then one line per contact, and after every change a line with
 * the totals. Lines behind the last totals belong to an unfinished change, and do not count.
 */

const Totals = z.object({ total: z.int().min(0), fieldNames: z.array(z.string()) })
export type Totals = z.infer<typeof Totals>

/** The valid part of a list's file. A rewritten list gets a new file. */
export type Extent = {
  readonly generation: number
  /** Length up to the end of the last totals. */
  readonly bytes: number
}

/** A list's id becomes part of a file name. */
const ID_PATTERN = /^[A-Za-z0-9_-]{1,64}$/
export const contactFilePattern = /^([A-Za-z0-9_-]{1,64})\.(\d+)\.ndjson$/

export function contactFilePath(folder: string, listId: string, generation: number): string {
  if (!ID_PATTERN.test(listId)) throw new RangeError('a list id that can name no file')
  return join(folder, `${listId}.${generation}.ndjson`)
}

/**
 * Reads the contacts up to `to`, in pieces that leave the event loop free; for a search, only the
 * pieces that may match.
 * @throws DamagedFileError, NewerFormatError
 */
export async function* readContacts(
  file: Pick<FileHandle, 'read'>,
  {
    path,
    from = 0,
    to,
    search,
  }: {
    readonly path: string
    readonly from?: number
    readonly to: number
    readonly search?: ContactSearch | undefined
  },
): AsyncGenerator<readonly StoredContact[], void, undefined> {
  for await (const { contacts } of readParts(file, { path, from, to, search })) yield contacts
}

/** Reads as `readContacts`, with the offsets of each contact and of each piece. */
export async function* readParts(
  file: Pick<FileHandle, 'read'>,
  {
    path,
    from,
    to,
    search,
  }: {
    readonly path: string
    readonly from: number
    readonly to: number
    readonly search?: ContactSearch | undefined
  },
): AsyncGenerator<
  {
    readonly contacts: readonly StoredContact[]
    readonly starts: readonly number[]
    readonly ends: readonly number[]
    readonly end: number
  },
  void,
  undefined
> {
  let end = from
  const isWanted = search && mayHold(search)
  for await (const chunk of readLines({ file, path, from, to, isWanted })) {
    end = chunk.end
    const contacts: StoredContact[] = []
    const starts: number[] = []
    const ends: number[] = []
    for (const [place, line] of chunk.values.entries()) {
      if (!Array.isArray(line)) {
        readHeader(line, format, path)
        continue
      }
      const contact = decodeContact(line)
      if (!contact) throw new DamagedFileError(path, 'a line that is no contact')
      contacts.push(contact)
      starts.push(chunk.offsets[place] ?? chunk.end)
      ends.push(chunk.offsets[place + 1] ?? chunk.end)
    }
    yield { contacts, starts, ends, end }
  }
  if (end !== to) throw new DamagedFileError(path, `ends at ${end} instead of ${to}`)
}

/** Searches lines as text: parsing each of a million would take many times as long. */
function mayHold({ text, digits }: ContactSearch): (lines: Buffer) => boolean {
  const written = escaped(text)
  const pattern = foldedPattern(written)
  return (lines) => {
    if (digits !== '' && lines.includes(digits)) return true
    const all = lines.toString()
    return pattern ? pattern.test(all) : foldText(all).includes(written)
  }
}

export type Recovered = {
  /** Totals of a finished change that the list's record does not have yet. */
  readonly noted: (Totals & { readonly bytes: number }) | undefined
  /** Bytes of an unfinished change that were cut off. */
  readonly bytesLost: number
}

/**
 * Cuts a file to the end of its last finished change.
 * @throws DamagedFileError where bytes are missing or broken
 */
export async function recoverContactFile(path: string, from: number): Promise<Recovered> {
  const { size } = await stat(path)
  if (size === from) return { noted: undefined, bytesLost: 0 }
  if (size < from) throw new DamagedFileError(path, `has ${size} bytes instead of ${from}`)
  const file = await open(path, 'r+')
  // Behind the recorded length is at most one change, which was not acknowledged and may not be
  // synced. From 0 on the whole file is read, which was synced.
  const isUnsynced = from > 0
  try {
    let noted: Recovered['noted']
    for await (const { values, offsets, end } of readLines({ file, path, from, isUnsynced })) {
      const place = values.findLastIndex(
        (line) => !Array.isArray(line) && readHeader(line, format, path) === undefined,
      )
      if (place < 0) continue
      noted = { ...Totals.parse(values[place]), bytes: offsets[place + 1] ?? end }
    }
    const end = noted?.bytes ?? from
    if (end < size) await file.truncate(end)
    // A change that was written before a crash may not be synced, and is recorded from now on.
    await file.sync()
    return { noted, bytesLost: size - end }
  } finally {
    await file.close()
  }
}

export type ContactDraft = {
  add(contact: StoredContact): Promise<void> | undefined
  /** Copies the contacts so far, each as `change` makes it, into a new file; null leaves one out. */
  rewrite(change: (contact: StoredContact) => StoredContact | null): Promise<void>
  /** Drops the contacts so far. */
  startOver(): Promise<void>
  /** Makes the change durable. */
  finish(totals: Totals): Promise<Extent>
  /** Undoes everything since the draft was opened, for good. */
  abandon(): Promise<void>
  close(): Promise<void>
}

/** A change to a list in progress. Readers see the old state until the change is recorded. */
export async function openContactDraft({
  pathOf,
  extent,
}: {
  readonly pathOf: (generation: number) => string
  readonly extent: Extent
}): Promise<ContactDraft> {
  const encodeContact = createContactEncoder()
  let { generation } = extent
  let file = await openAt(pathOf(generation), extent.bytes)
  let writer = createLineWriter(file, { from: extent.bytes, marksSync: extent.bytes > 0 })
  if (extent.bytes === 0) await writer.add(headerOf(format))

  return { add, rewrite, startOver, finish, abandon, close }

  function add(contact: StoredContact): Promise<void> | undefined {
    return stored(writer.addJson(encodeContact(contact)))
  }

  async function rewrite(change: (contact: StoredContact) => StoredContact | null): Promise<void> {
    await stored(writer.finish())
    const old = { file, generation, bytes: writer.position() }
    await openNext()
    const path = pathOf(old.generation)
    try {
      for await (const contacts of readContacts(old.file, { path, to: old.bytes })) {
        for (const contact of contacts) {
          const changed = change(contact)
          if (changed) await add(changed)
        }
      }
    } finally {
      await discard(old)
    }
  }

  async function startOver(): Promise<void> {
    const old = { file, generation }
    await openNext()
    await discard(old)
  }

  async function openNext(): Promise<void> {
    file = await createFile(pathOf(generation + 1))
    generation += 1
    writer = createLineWriter(file)
    await writer.add(headerOf(format))
  }

  /** Closes a file that the draft replaced, and removes it unless readers still use it. */
  async function discard(old: { readonly file: FileHandle; readonly generation: number }) {
    await old.file.close()
    if (old.generation !== extent.generation) await rm(pathOf(old.generation), { force: true })
  }

  async function finish(totals: Totals): Promise<Extent> {
    await stored(finishFile(totals))
    return { generation, bytes: writer.position() }
  }

  async function finishFile(totals: Totals): Promise<void> {
    await writer.add(totals)
    await writer.finish()
    await file.sync()
    if (generation !== extent.generation) await syncFolder(dirname(pathOf(generation)))
  }

  async function abandon(): Promise<void> {
    await close()
    if (generation !== extent.generation) await rm(pathOf(generation), { force: true })
    const original = await open(pathOf(extent.generation), 'r+')
    try {
      // Synced: otherwise a power cut would bring back a change that was finished, and then
      // refused.
      if (await cutBehind(original, extent.bytes)) await original.sync()
    } finally {
      await original.close()
    }
  }

  function close(): Promise<void> {
    return file.close()
  }
}

/** Opens a file and cuts off what an abandoned change may have left. */
async function openAt(path: string, bytes: number): Promise<FileHandle> {
  const file = await open(path, 'r+')
  await cutBehind(file, bytes)
  return file
}

async function cutBehind(file: FileHandle, bytes: number): Promise<boolean> {
  const isLonger = (await file.stat()).size > bytes
  if (isLonger) await file.truncate(bytes)
  return isLonger
}

/** Marks a failed write, to tell it from a failing source of contacts. */
function stored(writing: Promise<void> | undefined): Promise<void> | undefined {
  return writing?.catch((error: unknown) => {
    throw storageUnavailable('cannot write contacts', error)
  })
}
