type Kind = 'success' | 'error' | 'warn'
type Deliver = (kind: Kind, sentence: string) => void

let deliver: Deliver | null = null
const waiting: Parameters<Deliver>[] = []

/** Shows a short message about a finished action. The same sentence shows once at a time. */
export function toastDone(sentence: string): void {
  show('success', sentence)
}

export function toastFailed(sentence: string): void {
  show('error', sentence)
}

export function toastWarning(sentence: string): void {
  show('warn', sentence)
}

/** Hands all toasts to `take` from now on, first those from before the host had loaded. */
export function deliverToasts(take: Deliver): void {
  deliver = take
  for (const toast of waiting.splice(0)) take(...toast)
}

function show(...toast: Parameters<Deliver>): void {
  if (deliver) deliver(...toast)
  else waiting.push(toast)
}
