import type { FileHandle } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import type { ListView } from '../../contract/contacts/list-view.ts'
import type { StoredContact } from '../../domain/contacts/contact-list-store.ts'
import { contactSearch } from '../../domain/contacts/contact-search.ts'
import { phoneNumber } from '../../domain/contacts/phone-set.ts'
import { createViewOrder } from '../../domain/contacts/view-order.ts'
import { readParts } from './contact-file.ts'
import type { ListRecord } from './contact-recovery.ts'

export type OpenedList = {
  readonly file: Pick<FileHandle, 'read'>
  readonly path: string
  readonly record: ListRecord
}

/** Where the rows of a view stand in the file of their list, in the order of the view. */
export type ListOrder = {
  /** All rows of the view; of very many, only the places of the first ones are kept. */
  readonly foundCount: number
  readonly size: number
  readonly starts: Float64Array
  readonly lengths: Uint32Array
  readonly phones: Float64Array
}

/**
 * Reads a whole list once, in pieces that leave the event loop free.
 * @throws AppError `invalid` where too many rows are to be sorted; DamagedFileError
 */
export async function readListOrder(
  { file, path, record }: OpenedList,
  view: ListView,
  signal: AbortSignal | undefined,
): Promise<ListOrder> {
  const rows = createViewOrder(view)
  const starts: number[] = []
  const lengths: number[] = []
  const phones: number[] = []
  const search = contactSearch(view.search) ?? undefined
  const parts = readParts(file, { path, from: 0, to: record.bytes, search })
  for await (const { contacts, starts: begins, ends } of parts) {
    signal?.throwIfAborted()
    for (const [place, contact] of contacts.entries()) {
      if (!rows.take(contact)) continue
      const start = begins[place] ?? 0
      starts.push(start)
      lengths.push((ends[place] ?? 0) - start)
      phones.push(phoneNumber(contact))
    }
  }
  const order = await rows.order(() => setImmediate())
  return {
    foundCount: rows.foundCount(),
    size: order.length,
    starts: Float64Array.from(order, (row) => starts[row] ?? 0),
    lengths: Uint32Array.from(order, (row) => lengths[row] ?? 0),
    phones: Float64Array.from(order, (row) => phones[row] ?? 0),
  }
}

const READ_AT_ONCE = 16

/** Reads rows of a view by their places; those that lie together are read together. */
export async function readOrdered(
  { file, path }: Pick<OpenedList, 'file' | 'path'>,
  { starts, lengths, size }: ListOrder,
  { from, limit }: { readonly from: number; readonly limit: number },
): Promise<readonly StoredContact[]> {
  const spans: { readonly start: number; end: number }[] = []
  for (let place = from; place < Math.min(from + limit, size); place += 1) {
    const start = starts[place] ?? 0
    const end = start + (lengths[place] ?? 0)
    const last = spans.at(-1)
    if (last?.end === start) last.end = end
    else spans.push({ start, end })
  }
  const found: StoredContact[] = []
  for (let at = 0; at < spans.length; at += READ_AT_ONCE) {
    const read = await Promise.all(spans.slice(at, at + READ_AT_ONCE).map(readSpan))
    found.push(...read.flat())
  }
  return found

  async function readSpan({ start, end }: { readonly start: number; readonly end: number }) {
    const contacts: StoredContact[] = []
    for await (const part of readParts(file, { path, from: start, to: end })) {
      contacts.push(...part.contacts)
    }
    return contacts
  }
}
