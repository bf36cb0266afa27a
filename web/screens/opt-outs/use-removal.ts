import { useState } from 'react'
import type { OptOut } from '#contract/optouts/opt-out.ts'
import { isSignedOut } from '../../api/calls/call-error.ts'
import { addOptOut, removeOptOut } from '../../api/opt-outs.ts'
import { askYesNo } from '../../ui/overlays/ask.tsx'
import { toastFailed } from '../../ui/overlays/toast.ts'
import { optOutMessages } from './opt-out-messages.ts'

export type Removal = ReturnType<typeof useRemoval>

/** Takes people off the list, the last of them so that it can be undone. */
export function useRemoval() {
  const [removed, setRemoved] = useState<OptOut | null>(null)
  const [isUndoing, setIsUndoing] = useState(false)

  return {
    removed,
    isUndoing,
    remove: (person: OptOut) => {
      remove(person).catch((error) => fail(error, optOutMessages.removeFailed))
    },
    undo: () => {
      undo()
        .catch((error) => fail(error, optOutMessages.addFailed))
        .finally(() => setIsUndoing(false))
    },
    forget: () => setRemoved(null),
  }

  async function remove(person: OptOut): Promise<void> {
    const question = { title: 'Voltar a enviar', isDangerous: true } as const
    const isUndoable = person.phone !== null
    if (!isUndoable && !(await askYesNo(optOutMessages.removeForGoodConfirm, question))) return
    await removeOptOut(person)
    setRemoved(isUndoable ? person : null)
  }

  async function undo(): Promise<void> {
    if (!removed?.phone) return
    setIsUndoing(true)
    const { phone, name, reason } = removed
    await addOptOut({ phone, name, reason })
    setRemoved(null)
  }
}

function fail(error: unknown, sentence: string): void {
  if (!isSignedOut(error)) toastFailed(sentence)
}
