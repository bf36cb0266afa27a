/** Short news of what was just done. The same sentence shows once at a time. */
export function toastDone(sentence: string): void {
  show('success', sentence)
}

export function toastFailed(sentence: string): void {
  show('error', sentence)
}

export function toastWarning(sentence: string): void {
  show('warn', sentence)
}

/** No screen begins with a toast: the library comes after the first one shows. */
function show(kind: 'success' | 'error' | 'warn', sentence: string): void {
  import('react-toastify/unstyled').then(
    ({ toast }) => toast[kind](sentence, { toastId: sentence }),
    () => undefined,
  )
}
