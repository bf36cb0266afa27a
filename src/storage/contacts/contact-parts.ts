import type { FileHandle } from 'node:fs/promises'
import type { ListView } from '../../contract/contacts/list-view.ts'
import type { ContactListStore } from '../../domain/contacts/contact-list-store.ts'
import { isWhole, viewOrderLimits } from '../../domain/contacts/view-order.ts'
import { createSerial } from '../../domain/serial.ts'
import type { Damages } from '../damage/damages.ts'
import { readContactPage } from './contact-pages.ts'
import { type ListRecord, toList, toListError } from './contact-recovery.ts'
import { type ListOrder, type OpenedList, readListOrder, readOrdered } from './list-order.ts'
import { createPhoneCache } from './phone-cache.ts'

/** Reads parts of lists: on from a byte of the file, or from a place in a view. */
export function createContactParts({
  openForReading,
  damages,
}: {
  readonly openForReading: (
    userId: string,
    id: string,
  ) => Promise<OpenedList & { readonly file: FileHandle }>
  readonly damages: Damages
}): Pick<ContactListStore, 'page' | 'viewRows' | 'viewPhones'> {
  const orders = createPhoneCache<ListOrder>(viewOrderLimits.placesInMemory, {
    leastSize: viewOrderLimits.leastPlaces,
  })
  const serially = createSerial()

  return {
    page: (userId, id, query) =>
      reading(userId, id, async (opened) => ({
        ...(await readContactPage(opened, query)),
        ...factsOf(opened.record),
      })),

    viewRows: (userId, id, { view, from, limit, signal }) =>
      reading(userId, id, async (opened) => {
        const { record } = opened
        const same = { ...factsOf(record), version: versionOf(record) }
        if (from === 0 && isWhole(view)) {
          const { contacts } = await readContactPage(opened, { limit, signal })
          return { ...same, contacts, foundCount: record.total }
        }
        const order = await orderOf(userId, opened, { view, signal })
        const contacts = await readOrdered(opened, order, { from, limit })
        return { ...same, contacts, foundCount: order.foundCount }
      }),

    viewPhones: (userId, id, { view, limit, signal }) =>
      reading(userId, id, async (opened) => {
        const { phones, foundCount } = await orderOf(userId, opened, { view, signal })
        const first = Array.from(phones.subarray(0, limit), String)
        return { phones: first, foundCount, version: versionOf(opened.record) }
      }),
  }

  /**
   * Sorts one view at a time for each user, so that the next request finds the order of the one
   * before.
   */
  function orderOf(
    userId: string,
    opened: OpenedList,
    { view, signal }: { readonly view: ListView; readonly signal: AbortSignal | undefined },
  ): Promise<ListOrder> {
    const { record } = opened
    const key = `${record.id} ${versionOf(record)} ${JSON.stringify(view)}`
    return serially(userId, async () => {
      const known = orders.take(key)
      if (known) return known
      signal?.throwIfAborted()
      const order = await readListOrder(opened, view, signal)
      orders.put(key, order)
      return order
    })
  }

  async function reading<Result>(
    userId: string,
    id: string,
    work: (opened: OpenedList) => Promise<Result>,
  ): Promise<Result> {
    const opened = await openForReading(userId, id)
    try {
      return await work(opened)
    } catch (error) {
      throw await toListError(error, damages)
    } finally {
      await opened.file.close()
    }
  }
}

function versionOf({ generation, bytes }: ListRecord): string {
  return `${generation}-${bytes}`
}

function factsOf(record: ListRecord) {
  return { list: toList(record), fieldNames: record.fieldNames }
}
