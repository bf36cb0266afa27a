import { isGone, isSignedOut, sentenceOf } from '../api/calls/call-error.ts'
import { messages } from '../messages.ts'
import { toastDone, toastFailed } from '../ui/overlays/toast.ts'

/** Says that something came back, or why it did not. */
export async function toastUndone(work: Promise<unknown>, done: string): Promise<void> {
  try {
    await work
    toastDone(done)
  } catch (error) {
    if (isSignedOut(error)) return
    const sentence = messages.request.undoFailed
    toastFailed(isGone(error) ? sentence : sentenceOf(error, sentence))
  }
}
