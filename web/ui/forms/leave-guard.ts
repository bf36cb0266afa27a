import { useLayoutEffect } from 'react'
import { catchBack, goBack } from '../back-trap.ts'
import { askYesNo } from '../overlays/ask.ts'

/** Forms that would lose something, in the words of each; two may use the same. */
const unsaved = new Set<{ readonly sentence: string }>()

/**
 * While `isUnsaved`, leaving the screen asks first, and closing the tab lets the browser ask. The
 * browser's Back is the dialog's where the form is in one.
 */
export function useLeaveGuard(
  isUnsaved: boolean,
  sentence: string,
  { isInDialog = true }: { readonly isInDialog?: boolean } = {},
): void {
  // A layout effect: it ends with its form, before what takes the form's place can navigate.
  useLayoutEffect(() => {
    if (!isUnsaved) return
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    const form = { sentence }
    unsaved.add(form)
    window.addEventListener('beforeunload', stay)
    return () => {
      unsaved.delete(form)
      window.removeEventListener('beforeunload', stay)
    }
  }, [isUnsaved, sentence])
  useLayoutEffect(() => {
    if (!isUnsaved || isInDialog) return
    return catchBack(() => {
      mayLeave().then(
        (isLeaving) => isLeaving && goBack(),
        () => undefined,
      )
    })
  }, [isUnsaved, isInDialog])
}

/** Whether the screen may be left; asks where something would be lost. */
export async function mayLeave(): Promise<boolean> {
  const [form] = unsaved
  if (form === undefined) return true
  const isLeaving = await askToLose(form.sentence, 'Sair desta tela')
  if (isLeaving) unsaved.clear()
  return isLeaving
}

/** Asks before what was typed is lost; `title` says by what. */
export function askToLose(sentence: string, title: string): Promise<boolean> {
  return askYesNo(sentence, { title, isDangerous: true })
}

/** Whether leaving would ask. */
export function hasUnsaved(): boolean {
  return unsaved.size > 0
}
