import { contactApi } from '#contract/api/contact-api.ts'
import { severalListsApi } from '#contract/api/contacts/several-lists-api.ts'
import type { ListOrder } from '#contract/api/query.ts'
import type { ContactList, ContactReport } from '#contract/contacts/contact-list.ts'
import { CallError, isGone } from '../calls/call-error.ts'
import { call } from '../calls/client.ts'
import { refreshContacts, sendDeletion, sendRestoration, toList } from './contacts.ts'

/** All lists that match `q`, in an order, without their contacts. */
export async function findLists(
  { q, order }: { readonly q: string; readonly order: ListOrder },
  options: { readonly signal: AbortSignal },
): Promise<readonly ContactList[]> {
  const query = { preview: 0, ordem: order, ...(q !== '' && { q }) }
  return (await call(contactApi.listContactLists, { query }, options)).map(toList)
}

/** Puts the contacts of lists into one of them, or into a new one. */
export async function mergeLists(
  ids: readonly string[],
  to: { readonly listId: string } | { readonly name: string },
): Promise<ContactReport> {
  const target = 'listId' in to ? { lista: to.listId } : { name: to.name }
  const report = await call(severalListsApi.mergeLists, { body: { listas: [...ids], ...target } })
  await refreshContacts()
  return report
}

/** What became of lists that were to be deleted. */
export type DeletedLists = {
  readonly deleted: readonly string[]
  /** A campaign still needs these. */
  readonly inUse: readonly string[]
  /** Why each of the others is still there. */
  readonly failures: readonly unknown[]
}

/** Deletes lists one after the other; one that cannot be deleted keeps no other from it. */
export async function deleteContactLists(
  ids: readonly string[],
  { isForced }: { readonly isForced: boolean },
): Promise<DeletedLists> {
  const deleted: string[] = []
  const inUse: string[] = []
  const failures: unknown[] = []
  for (const id of ids) {
    try {
      await sendDeletion(id, { isForced })
      deleted.push(id)
    } catch (error) {
      // A list that is gone already needs no deletion: that is no failure.
      if (error instanceof CallError && error.code === 'list_in_use') inUse.push(id)
      else if (!isGone(error)) failures.push(error)
    }
  }
  await refreshContacts()
  return { deleted, inUse, failures }
}

/** Brings lists back that were just deleted. */
export async function restoreContactLists(ids: readonly string[]): Promise<void> {
  try {
    for (const id of ids) await sendRestoration(id)
  } finally {
    await refreshContacts()
  }
}
