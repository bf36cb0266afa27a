import { randomKey } from '../../random-key.ts'
import { report } from '../../report.ts'

type Kind = 'success' | 'error' | 'warn'

export type Toast = {
  readonly kind: Kind
  readonly sentence: string
  /** Takes back what was done; offered as long as the toast stands. */
  readonly undo?: () => Promise<void>
  /** What to do next; offered as long as the toast stands. */
  readonly next?: NextStep & { readonly key: string }
}

export type NextStep = {
  /** What its button says. */
  readonly label: string
  readonly act: () => void
}

type Deliver = (toast: Toast) => void
type Withdraw = (key: string) => void

let deliver: Deliver | null = null
let withdraw: Withdraw | null = null
const waiting: Toast[] = []

/** Shows a short message about a finished action. The same sentence shows once at a time. */
export function toastDone(sentence: string): void {
  show({ kind: 'success', sentence })
}

/** The same, with the way back: each is a toast of its own. `undo` itself says how it ended. */
export function toastUndoable(sentence: string, undo: () => Promise<void>): void {
  show({ kind: 'success', sentence, undo })
}

/** The same, with the next step. @returns removes it, for when that step can be taken no more */
export function toastNext(sentence: string, next: NextStep): () => void {
  const key = randomKey()
  const toast: Toast = { kind: 'success', sentence, next: { ...next, key } }
  show(toast)
  return () => {
    const place = waiting.indexOf(toast)
    if (place >= 0) waiting.splice(place, 1)
    else withdraw?.(key)
  }
}

export function toastFailed(sentence: string): void {
  show({ kind: 'error', sentence })
}

export function toastWarning(sentence: string): void {
  show({ kind: 'warn', sentence })
}

/** Hands all toasts to `take` from now on, first those from before the host had loaded. */
export function deliverToasts(take: Deliver, takeAway: Withdraw): void {
  deliver = take
  withdraw = takeAway
  for (const toast of waiting.splice(0)) show(toast)
}

/** A toast that cannot be shown is logged, so that the action it is about goes on. */
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
