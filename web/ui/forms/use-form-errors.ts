import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** Sentences by the name of their field. */
export type FieldErrors = Readonly<Record<string, string>>

/**
 * The refused fields of a form; after each refusal the first of them gets the focus. A field's
 * sentence goes as soon as the field is changed.
 */
export function useFormErrors(): {
  readonly errors: FieldErrors
  readonly formRef: RefObject<HTMLFormElement | null>
  /** Shows them; an empty record clears them. */
  readonly show: (errors: FieldErrors) => void
} {
  const formRef = useRef<HTMLFormElement>(null)
  const [refused, setRefused] = useState<FieldErrors>({})
  const [errors, setErrors] = useState<FieldErrors>({})
  const show = useCallback((all: FieldErrors) => {
    setRefused(all)
    setErrors(all)
  }, [])
  useEffect(() => {
    const form = formRef.current
    if (!form || Object.keys(refused).length === 0) return
    const first = form.querySelector('[aria-invalid="true"]')
    if (first instanceof HTMLElement) first.focus()
    const mend = ({ target }: Event) => {
      if (!(target instanceof Element) || !form.contains(target)) return
      const mended = namesOf(target)
      setErrors((told) => without(told, mended))
    }
    // On the document, after React has handled the event: drawn earlier, a field would show its old
    // value.
    document.addEventListener('input', mend)
    return () => document.removeEventListener('input', mend)
  }, [refused])
  return { errors, formRef, show }
}

/** The field and those that are one answer with it, as a date and its hour are. */
function namesOf(field: Element): readonly string[] {
  const group = field.closest('[data-one-answer]')
  const fields = group ? [...group.querySelectorAll('[name]')] : [field]
  return fields.flatMap((each) => each.getAttribute('name') ?? [])
}

function without(errors: FieldErrors, names: readonly string[]): FieldErrors {
  if (!names.some((name) => name in errors)) return errors
  return Object.fromEntries(Object.entries(errors).filter(([field]) => !names.includes(field)))
}

/** The refusals of a schema or of the server, by field; the first sentence of a field counts. */
export function byField(
  refusals: readonly { readonly path: string; readonly message: string }[],
): FieldErrors {
  const errors: Record<string, string> = {}
  for (const { path, message } of refusals) errors[path] ??= message
  return errors
}
