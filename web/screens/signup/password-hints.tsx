import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { PASSWORD_MIN_LENGTH } from '#contract/limits.ts'
import styles from './password-hints.module.css'

/** What a new password must be, and whether it is that already. */
export function LengthHint({ password }: { readonly password: string }) {
  const isMet = password.length >= PASSWORD_MIN_LENGTH
  return <Rule isMet={isMet}>Pelo menos {PASSWORD_MIN_LENGTH} caracteres.</Rule>
}

/** Whether a repetition is the password; says nothing while it may still become so. */
export function MatchHint({
  password,
  repetition,
}: {
  readonly password: string
  readonly repetition: string
}) {
  const isSame = repetition !== '' && repetition === password
  const isOther = !password.startsWith(repetition)
  return (
    <span role="status">
      {isSame && <Rule isMet>As senhas são iguais.</Rule>}
      {isOther && 'As senhas ainda não são iguais.'}
    </span>
  )
}

function Rule({ isMet, children }: { readonly isMet: boolean; readonly children: ReactNode }) {
  return (
    <span className={styles.rule} data-met={isMet || undefined}>
      {isMet && <Check size={14} aria-hidden />}
      <span>{children}</span>
    </span>
  )
}
