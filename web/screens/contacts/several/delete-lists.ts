import { type ContactList, listName } from '#contract/contacts/contact-list.ts'
import { isSignedOut } from '../../../api/calls/call-error.ts'
import { campaignsWaitingFor } from '../../../api/lists/contacts.ts'
import {
  type DeletedLists,
  deleteContactLists,
  restoreContactLists,
} from '../../../api/lists/several-lists.ts'
import { formatQuantity } from '../../../format.ts'
import { toastUndone } from '../../../parts/toast-undone.ts'
import { askYesNo } from '../../../ui/overlays/ask.ts'
import { toastFailed, toastUndoable } from '../../../ui/overlays/toast.ts'
import { severalMessages } from './several-messages.ts'

/** Names that a question has room for. */
const NAMES_SHOWN = 6
const words = new Intl.ListFormat('pt-BR')

/** Asks whether lists are to go. */
export async function confirmDeletion(lists: readonly ContactList[]): Promise<boolean> {
  const title = `Excluir ${formatQuantity(lists.length, 'lista', 'listas')}`
  const total = lists.reduce((sum, list) => sum + list.total, 0)
  const sentence = severalMessages.deleteConfirm(namesOf(lists), total)
  return await askYesNo(sentence, { title, isDangerous: true })
}

/**
 * Deletes lists, without a question but for those that a campaign needs, and offers all of them back
 * together. @returns those that are gone
 */
export async function removeLists(lists: readonly ContactList[]): Promise<readonly ContactList[]> {
  const first = await deleteContactLists(idsOf(lists), { isForced: false })
  const second = await removeInUse(first.inUse)
  const deleted = [...first.deleted, ...second.deleted]
  if (deleted.length > 0) {
    toastUndoable(severalMessages.deleted(deleted.length), () =>
      toastUndone(restoreContactLists(deleted), severalMessages.restored(deleted.length)),
    )
  }
  const failures = [...first.failures, ...second.failures]
  if (failures.length > 0 && !failures.some(isSignedOut)) {
    toastFailed(severalMessages.deleteFailed(failures.length))
  }
  return lists.filter(({ id }) => deleted.includes(id))
}

/** Deletes lists that a campaign needs once that is confirmed; where it cannot be asked, they stay. */
async function removeInUse(
  ids: readonly string[],
): Promise<Pick<DeletedLists, 'deleted' | 'failures'>> {
  try {
    if (ids.length === 0 || !(await mayForce(ids))) return { deleted: [], failures: [] }
  } catch (error) {
    return { deleted: [], failures: ids.map(() => error) }
  }
  return await deleteContactLists(ids, { isForced: true })
}

async function mayForce(ids: readonly string[]): Promise<boolean> {
  const campaigns = words.format(await campaignsWaitingFor(...ids))
  const title = `Excluir ${formatQuantity(ids.length, 'lista em uso', 'listas em uso')}`
  return await askYesNo(severalMessages.inUse(campaigns, ids.length), { title, isDangerous: true })
}

function namesOf(lists: readonly ContactList[]): string {
  const shown = lists.slice(0, NAMES_SHOWN).map(listName)
  const left = lists.length - shown.length
  return words.format(
    left > 0 ? [...shown, `mais ${formatQuantity(left, 'lista', 'listas')}`] : shown,
  )
}

function idsOf(lists: readonly ContactList[]): readonly string[] {
  return lists.map(({ id }) => id)
}
