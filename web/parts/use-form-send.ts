import { useState } from 'react'
import { CallError, isSignedOut, serverSentenceOf } from '../api/calls/call-error.ts'
import { report } from '../report.ts'
import { byField, useFormErrors } from '../ui/forms/use-form-errors.ts'
import { toastFailed } from '../ui/overlays/toast.ts'

/**
 * A form that is sent to the server: once at a time, with what was refused beside its field and
 * what was typed still there.
 */
export function useFormSend({
  failed,
  refusalOf,
}: {
  /** Sentence of the toast for a failure. */
  readonly failed: string
  /** Sentence of the form for a failure. */
  readonly refusalOf: (error: unknown) => string
}) {
  const { errors, formRef, show } = useFormErrors()
  const [isSending, setIsSending] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)

  const send = async (act: () => Promise<void>) => {
    if (isSending) return
    setIsSending(true)
    setRefusal(null)
    show({})
    try {
      await act()
    } catch (error) {
      if (isSignedOut(error)) return
      if (serverSentenceOf(error) === undefined) report(failed, error)
      toastFailed(failed)
      if (error instanceof CallError) show(byField(error.details))
      setRefusal(refusalOf(error))
    } finally {
      setIsSending(false)
    }
  }

  return { errors, formRef, show, isSending, refusal, send }
}

/** What failed, and the reason where there is one. */
export function failedBecause(failed: string, reason: string | null): string {
  return reason === null || reason === failed ? failed : `${failed} ${reason}`
}
