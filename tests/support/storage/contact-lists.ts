import { expect, onTestFinished } from 'vitest'
import type { AppendInput, StoredContact } from '../../../src/domain/contacts/contact-list-store.ts'
import type { ContactLists } from '../../../src/domain/contacts/contact-lists.ts'
import { createFakeClock } from '../domain/fake-clock.ts'
import { aDataFolder } from './data-folder.ts'
import type { OpenLists } from './engines/list-engines.ts'

/** Lists of contacts, and what they are filled with. */

const createdAt = '2026-11-21T13:00:00.000Z'
export const contact = (number: number, change: Partial<StoredContact> = {}): StoredContact => ({
  name: `Contato ${number}`,
  phone: String(5_511_900_000_000 + number),
  createdAt,
  origin: 'api',
  ...change,
})
export const contacts = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => contact(from + index))
export const keep = (given: AppendInput['contacts']) => ({
  contacts: given,
  onDuplicate: 'keep' as const,
})
export const update = (given: AppendInput['contacts']) => ({
  contacts: given,
  onDuplicate: 'update' as const,
})
export const named = (id: string, name = 'Clientes') => ({ id, name, createdAt })

/** More contacts than any store reads or writes in one go. */
export const MANY = 5_000

export async function aStore(
  open: OpenLists,
  limits: { maxContacts?: number; maxLists?: number } = {},
) {
  const dir = await aDataFolder()
  // Reopening makes a new clock: timers of closed stores never fire.
  let clock = createFakeClock()
  const opened = new Set<() => Promise<unknown>>()
  onTestFinished(async () => {
    for (const close of opened) await close()
  })
  const another = async (): Promise<ContactLists> => {
    const given = { maxContacts: 1_000_000, maxLists: 1_000, ...limits }
    const { lists, close } = await open({ dir, clock, ...given })
    opened.add(close)
    return lists
  }
  const reopen = async (): Promise<ContactLists> => {
    for (const close of opened) await close()
    opened.clear()
    clock = createFakeClock()
    return another()
  }
  const advance = (ms: number) => clock.advance(ms)
  return { lists: await another(), another, reopen, advance }
}

export async function allOf(
  lists: ContactLists,
  options?: Parameters<ContactLists['read']>[2],
): Promise<StoredContact[]> {
  const all: StoredContact[] = []
  for await (const each of lists.read('ana', 'list-1', options)) all.push(each)
  return all
}

export async function pagesOf(
  lists: ContactLists,
  query: Parameters<ContactLists['page']>[2],
): Promise<StoredContact[]> {
  const all: StoredContact[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await lists.page('ana', 'list-1', { ...query, ...(cursor && { cursor }) })
    expect(page.contacts.length).toBeLessThanOrEqual(query.limit)
    all.push(...page.contacts)
    if (page.next === null) return all
    cursor = page.next
  }
}

export async function* inBatches(all: readonly StoredContact[], size: number) {
  for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size)
}
