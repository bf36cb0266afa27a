import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { ListView } from '../../contract/contacts/list-view.ts'
import { AppError } from '../../contract/errors.ts'
import type {
  ContactListStore,
  ContactPage,
  StoredContact,
} from '../../domain/contacts/contact-list-store.ts'
import { contactSearch, isFound } from '../../domain/contacts/contact-search.ts'
import { cursorAt, placeOf } from '../../domain/contacts/list-cursor.ts'
import { phoneNumber } from '../../domain/contacts/phone-set.ts'
import { createViewOrder, isWhole, viewOrderLimits } from '../../domain/contacts/view-order.ts'
import { createSerial } from '../../domain/serial.ts'
import { asked, type Database } from '../database.ts'
import { ownedBy, toContact } from './contact-rows.ts'
import { type ListHead, type ListHeads, toList } from './list-heads.ts'
import { checkKept, readWindows, SEARCHED_ROWS, WINDOW_ROWS } from './list-windows.ts'

/** Where the rows of a view stand in their list, in the order of the view. */
type ViewOrder = {
  readonly foundCount: number
  readonly places: Float64Array
  readonly phones: Float64Array
}

type PageQuery = Parameters<ContactListStore['page']>[2]

export type ViewOrders = ReturnType<typeof createViewOrders>

/** Keeps the orders of views in memory, within one limit for all lists. */
export function createViewOrders() {
  return new LRUCache<string, ViewOrder>({
    maxSize: viewOrderLimits.placesInMemory,
    sizeCalculation: ({ places }) => Math.max(places.length, viewOrderLimits.leastPlaces),
  })
}

/** Reads parts of lists: on from a place, or by the order of a view. */
export function createListViews({
  db,
  heads,
  orders,
}: {
  readonly db: Database
  readonly heads: Pick<ListHeads, 'get'>
  readonly orders: ViewOrders
}): Pick<ContactListStore, 'page' | 'viewRows' | 'viewPhones'> {
  const serially = createSerial()

  return {
    page: async (userId, id, query) => {
      const head = await heads.get(userId, id)
      return { ...(await readPage(head, query)), ...factsOf(head) }
    },

    viewRows: async (userId, id, { view, from, limit, signal }) => {
      const head = await heads.get(userId, id)
      const same = { ...factsOf(head), version: versionOf(head) }
      if (from === 0 && isWhole(view)) {
        const { contacts } = await readPage(head, { limit, ...(signal && { signal }) })
        return { ...same, contacts, foundCount: head.total }
      }
      const { places, foundCount } = await orderOf(head, view, signal)
      const contacts = await readRows(head, [...places.subarray(from, from + limit)])
      return { ...same, contacts, foundCount }
    },

    viewPhones: async (userId, id, { view, limit, signal }) => {
      const head = await heads.get(userId, id)
      const { phones, foundCount } = await orderOf(head, view, signal)
      const first = Array.from(phones.subarray(0, limit), String)
      return { phones: first, foundCount, version: versionOf(head) }
    },
  }

  async function readPage(
    head: ListHead,
    { cursor, limit, maxBytes = Number.POSITIVE_INFINITY, search, signal }: PageQuery,
  ): Promise<Pick<ContactPage, 'contacts' | 'next' | 'bytesRead'>> {
    const after =
      cursor === undefined
        ? 0
        : placeOf(cursor, { generation: head.generation, end: head.lastPlace })
    const size = search ? SEARCHED_ROWS : Math.min(limit, WINDOW_ROWS)
    const contacts: StoredContact[] = []
    let bytesRead = 0
    for await (const window of readWindows(db, head, { after, size, search, signal })) {
      bytesRead += window.bytes
      for (const { place, contact } of window.rows) {
        if (search && !isFound(contact, search)) continue
        contacts.push(contact)
        if (contacts.length === limit) return upTo(place)
      }
      if (bytesRead >= maxBytes && !window.isEnd) return upTo(window.last)
    }
    return { contacts, next: null, bytesRead }

    function upTo(place: number) {
      return { contacts, next: cursorAt(head.generation, place), bytesRead }
    }
  }

  /**
   * Sorts one view at a time for each user, so that the next request finds the order of the one
   * before. The sort keys are made here, once for each version, and not stored: any column can be
   * sorted by, and the database would compare by its own locale.
   */
  function orderOf(
    head: ListHead,
    view: ListView,
    signal: AbortSignal | undefined,
  ): Promise<ViewOrder> {
    const key = `${head.content} ${versionOf(head)} ${JSON.stringify(view)}`
    return serially(head.userId, async () => {
      const known = orders.get(key)
      if (known) return known
      const order = await readOrder(head, view, signal)
      orders.set(key, order)
      return order
    })
  }

  async function readOrder(
    head: ListHead,
    view: ListView,
    signal: AbortSignal | undefined,
  ): Promise<ViewOrder> {
    const rows = createViewOrder(view)
    const [places, phones]: [number[], number[]] = [[], []]
    const search = contactSearch(view.search) ?? undefined
    const size = search ? SEARCHED_ROWS : WINDOW_ROWS
    for await (const window of readWindows(db, head, { size, search, signal })) {
      for (const { place, contact } of window.rows) {
        if (!rows.take(contact)) continue
        places.push(place)
        phones.push(phoneNumber(contact))
      }
    }
    await checkKept(db, head)
    const order = await rows.order(() => setImmediate())
    return {
      foundCount: rows.foundCount(),
      places: Float64Array.from(order, (row) => places[row] ?? 0),
      phones: Float64Array.from(order, (row) => phones[row] ?? 0),
    }
  }

  async function readRows(
    { userId, content, version }: ListHead,
    places: readonly number[],
  ): Promise<readonly StoredContact[]> {
    if (places.length === 0) return []
    const rows = await asked(() =>
      db
        .selectFrom('contacts')
        .where('content', '=', content)
        .where(ownedBy(userId))
        .where('place', '=', sql<string>`any (${places}::bigint[])`)
        .where('since', '<=', String(version))
        .where((row) => row.or([row('until', 'is', null), row('until', '>', String(version))]))
        .select(['place', 'phone', 'name', 'headers', 'cells', 'created_at', 'origin'])
        .execute(),
    )
    const byPlace = new Map(rows.map((row) => [Number(row.place), row]))
    return places.map((place) => {
      const row = byPlace.get(place)
      if (!row) throw new AppError('list_changed', 'a row of an order is kept no more')
      return toContact(row)
    })
  }
}

function versionOf({ generation, version }: ListHead): string {
  return `${generation}-${version}`
}

function factsOf(head: ListHead) {
  return { list: toList(head), fieldNames: head.fieldNames }
}
