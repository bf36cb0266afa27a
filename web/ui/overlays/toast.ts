import { report } from '../../report.ts'

type Kind = 'success' | 'error' | 'warn'

export type Toast = {
  readonly kind: Kind
  readonly sentence: string
  /** Takes back what was done; offered as long as the toast stands. */
  readonly undo?: () => Promise<void>
}

type Deliver = (toast: Toast) => void

let deliver: Deliver | null = null
const waiting: Toast[] = []

/** Shows a short message about a finished action. The same sentence shows once at a time. */
export function toastDone(sentence: string): void {
  show({ kind: 'success', sentence })
}

/** The same, with the way back: each is a toast of its own. `undo` tells itself how it ended. */
export function toastUndoable(sentence: string, undo: () => Promise<void>): void {
  show({ kind: 'success', sentence, undo })
}

export function toastFailed(sentence: string): void {
  show({ kind: 'error', sentence })
}

export function toastWarning(sentence: string): void {
  show({ kind: 'warn', sentence })
}

/** Hands all toasts to `take` from now on, first those from before the host had loaded. */
export function deliverToasts(take: Deliver): void {
  deliver = take
  for (const toast of waiting.splice(0)) show(toast)
}

/** Whoever tells of an action goes on with it, whether or not its toast can be shown. */
function show(toast: Toast): void {
  if (!deliver) {
    waiting.push(toast)
    return
  }
  try {
    deliver(toast)
  } catch (error) {
    report(`Falha ao mostrar um aviso: ${toast.sentence}`, error)
  }
}
