import { CallError, isSignedOut } from '../../api/calls/call-error.ts'
import {
  campaignsWaitingFor,
  deleteContactList,
  restoreContactList,
} from '../../api/lists/contacts.ts'
import { messages } from '../../messages.ts'
import { toastUndone } from '../../parts/toast-undone.ts'
import { askYesNo } from '../../ui/overlays/ask.ts'
import { toastFailed, toastUndoable } from '../../ui/overlays/toast.ts'

/**
 * Deletes a list once that is confirmed, and offers it back; where a campaign still needs it, it is
 * asked again.
 */
export async function deleteList(id: string, name: string): Promise<void> {
  // The sentence is fixed and names no list; on a phone the question covers its card.
  const question = { title: `Excluir lista ${name}`, isDangerous: true }
  if (!(await askYesNo(messages.contacts.deleteConfirm, question))) return
  try {
    const isDeleted = (await removeUnlessInUse(id)) || (await removeAllTheSame(id, question))
    if (isDeleted) {
      toastUndoable(messages.contacts.deleted, () =>
        toastUndone(restoreContactList(id), messages.contacts.restored),
      )
    }
  } catch (error) {
    if (!isSignedOut(error)) toastFailed(messages.contacts.deleteFailed)
  }
}

async function removeUnlessInUse(id: string): Promise<boolean> {
  try {
    await deleteContactList(id, { isForced: false })
    return true
  } catch (error) {
    if (error instanceof CallError && error.code === 'list_in_use') return false
    throw error
  }
}

async function removeAllTheSame(
  id: string,
  question: { readonly title: string; readonly isDangerous: boolean },
): Promise<boolean> {
  const campaigns = new Intl.ListFormat('pt-BR').format(await campaignsWaitingFor(id))
  if (!(await askYesNo(messages.contacts.inUse(campaigns), question))) return false
  await deleteContactList(id, { isForced: true })
  return true
}
