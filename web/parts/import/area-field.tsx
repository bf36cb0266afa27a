import { type ChangeEvent, type ReactNode, useState } from 'react'
import { AreaCode } from '#contract/phones/area-code.ts'
import { TextField } from '../../ui/forms/field.tsx'

const DIGITS = 2

/** The area code of phones without one; counts as soon as, and as long as, it is a valid one. */
export function AreaField({
  ddd,
  hint,
  disabled = false,
  onRead,
}: {
  /** What was chosen or found out last; empty for none. */
  readonly ddd: string
  readonly hint: ReactNode
  readonly disabled?: boolean
  readonly onRead: (ddd: string) => void
}) {
  const [typed, setTyped] = useState(ddd)
  const [known, setKnown] = useState(ddd)
  // What is chosen elsewhere, or found out anew, takes the place of what was typed before.
  if (known !== ddd) {
    setKnown(ddd)
    if (codeIn(typed) !== ddd) setTyped(ddd)
  }
  const type = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const value = target.value.replace(/\D/g, '').slice(0, DIGITS)
    const code = codeIn(value)
    setTyped(value)
    if (code !== ddd) onRead(code)
  }
  return (
    <TextField
      label="DDD padrão"
      inputMode="numeric"
      autoComplete="off"
      placeholder="Nenhum"
      value={typed}
      disabled={disabled}
      hint={hint}
      error={typed.length === DIGITS ? refusalOf(typed) : undefined}
      onChange={type}
    />
  )
}

function codeIn(typed: string): string {
  return AreaCode.safeParse(typed).success ? typed : ''
}

function refusalOf(typed: string): string | undefined {
  return AreaCode.safeParse(typed).error?.issues[0]?.message
}
