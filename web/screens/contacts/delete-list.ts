import { CallError, isSignedOut } from '../../api/calls/call-error.ts'
import { campaignsWaitingFor, deleteContactList } from '../../api/contacts.ts'
import { messages } from '../../messages.ts'
import { askYesNo } from '../../ui/overlays/ask.tsx'
import { toastDone, toastFailed } from '../../ui/overlays/toast.ts'

const question = { title: 'Excluir lista', isDangerous: true } as const

/** Deletes a list once that is confirmed; where a campaign still needs it, it is asked again. */
export async function deleteList(id: string): Promise<void> {
  if (!(await askYesNo(messages.contacts.deleteConfirm, question))) return
  try {
    const isDeleted = (await removeUnlessInUse(id)) || (await removeAllTheSame(id))
    if (isDeleted) toastDone(messages.contacts.deleted)
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

async function removeAllTheSame(id: string): Promise<boolean> {
  const campaigns = new Intl.ListFormat('pt-BR').format(await campaignsWaitingFor(id))
  if (!(await askYesNo(messages.contacts.inUse(campaigns), question))) return false
  await deleteContactList(id, { isForced: true })
  return true
}
