import { type RefObject, useEffect, useRef, useState } from 'react'

/** Sentences by the name of their field. */
export type FieldErrors = Readonly<Record<string, string>>

/** The refused fields of a form; after each refusal the first of them has the focus. */
export function useFormErrors(): {
  readonly errors: FieldErrors
  readonly formRef: RefObject<HTMLFormElement | null>
  /** Shows them; an empty record clears them. */
  readonly show: (errors: FieldErrors) => void
} {
  const formRef = useRef<HTMLFormElement>(null)
  const [errors, show] = useState<FieldErrors>({})
  useEffect(() => {
    if (Object.keys(errors).length === 0) return
    const first = formRef.current?.querySelector('[aria-invalid="true"]')
    if (first instanceof HTMLElement) first.focus()
  }, [errors])
  return { errors, formRef, show }
}

/** The refusals of a schema or of the server, by field; the first sentence of a field counts. */
export function byField(
  refusals: readonly { readonly path: string; readonly message: string }[],
): FieldErrors {
  const errors: Record<string, string> = {}
  for (const { path, message } of refusals) errors[path] ??= message
  return errors
}
