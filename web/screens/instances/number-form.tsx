import { type FormEvent, useEffect, useRef, useState } from 'react'
import { typed } from '../../parts/form-dialog.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import styles from './number-form.module.css'

const MIN_DIGITS = 8
const MAX_DIGITS = 20

/** Asks for the account's number, which a code to type is made for. */
export function NumberForm({ onNumber }: { readonly onNumber: (digits: string) => void }) {
  const [error, setError] = useState<string>()
  const formRef = useRef<HTMLFormElement>(null)
  // The button that asked for it is gone, and the focus with it.
  useEffect(() => formRef.current?.querySelector('input')?.focus(), [])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const digits = typed(new FormData(event.currentTarget), 'number').replace(/\D/g, '')
    if (digits.length < MIN_DIGITS || digits.length > MAX_DIGITS) {
      setError('Informe o número com país e DDD.')
      return
    }
    onNumber(digits)
  }
  return (
    <form ref={formRef} noValidate className={styles.number} onSubmit={submit}>
      <TextField
        label="Número"
        name="number"
        type="tel"
        autoComplete="off"
        placeholder="5561999990000"
        error={error}
      />
      <Button type="submit">Gerar código</Button>
    </form>
  )
}
