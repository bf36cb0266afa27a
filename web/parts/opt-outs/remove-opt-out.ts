import type { OptOut } from '#contract/optouts/opt-out.ts'
import { isSignedOut } from '../../api/calls/call-error.ts'
import { removeOptOut, restoreOptOut } from '../../api/opt-outs.ts'
import { formatPhone } from '../../format.ts'
import { askYesNo } from '../../ui/overlays/ask.ts'
import { toastFailed, toastUndoable } from '../../ui/overlays/toast.ts'
import { toastUndone } from '../toast-undone.ts'
import { optOutMessages } from './opt-out-messages.ts'

/**
 * Takes a person off the list, and offers to put them back as they were. Whose number is hidden
 * could not be added by hand later: that is asked first.
 */
export async function takeOff(person: OptOut): Promise<void> {
  const question = { title: 'Voltar a enviar', isDangerous: true } as const
  const isHidden = person.phone === null
  if (isHidden && !(await askYesNo(optOutMessages.removeHiddenConfirm, question))) return
  try {
    await removeOptOut(person)
    const name = nameOf(person)
    toastUndoable(optOutMessages.removed(name), () =>
      toastUndone(restoreOptOut(person), optOutMessages.out(name)),
    )
  } catch (error) {
    if (!isSignedOut(error)) toastFailed(optOutMessages.removeFailed)
  }
}

/** The name, or the phone of somebody without one. */
export function nameOf(person: OptOut): string {
  return person.name || phoneOf(person)
}

export function phoneOf({ phone }: Pick<OptOut, 'phone'>): string {
  return phone === null ? 'Número oculto pelo WhatsApp' : formatPhone(phone)
}
