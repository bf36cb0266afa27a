import { CircleAlert } from 'lucide-react'
import {
  type ComponentPropsWithRef,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  useId,
} from 'react'
import { classNames } from '../class-names.ts'
import styles from './field.module.css'

type FieldTexts = {
  readonly label: string
  /** What helps to fill it in. */
  readonly hint?: ReactNode
  /** What is wrong with it. */
  readonly error?: string | undefined
  /** The label is read aloud but not shown. */
  readonly isLabelHidden?: boolean
}

type Described = {
  readonly id: string
  readonly 'aria-invalid'?: true
  readonly 'aria-describedby'?: string
}

/** Label, hint and error around one control, tied together for those who cannot see them. */
export function Field({
  label,
  hint,
  error,
  isLabelHidden = false,
  className,
  children,
}: FieldTexts & {
  readonly className?: string | undefined
  readonly children: (described: Described) => ReactNode
}) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const descriptions = [hint && hintId, error && errorId].filter(Boolean).join(' ')
  return (
    <div className={classNames(styles.field, className)}>
      <label htmlFor={id} className={isLabelHidden ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      {children({
        id,
        ...(error ? { 'aria-invalid': true } : {}),
        ...(descriptions ? { 'aria-describedby': descriptions } : {}),
      })}
      {error && (
        <p id={errorId} className={styles.error}>
          <CircleAlert size={14} aria-hidden />
          {error}
        </p>
      )}
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}

export function TextField({
  label,
  hint,
  error,
  isLabelHidden,
  className,
  ...rest
}: FieldTexts & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <Field {...texts({ label, hint, error, isLabelHidden })} className={className}>
      {(described) => <input {...rest} {...described} className={styles.control} />}
    </Field>
  )
}

export function TextAreaField({
  label,
  hint,
  error,
  isLabelHidden,
  className,
  ...rest
}: FieldTexts & ComponentPropsWithRef<'textarea'>) {
  return (
    <Field {...texts({ label, hint, error, isLabelHidden })} className={className}>
      {(described) => (
        <textarea {...rest} {...described} className={classNames(styles.control, styles.area)} />
      )}
    </Field>
  )
}

export function SelectField({
  label,
  hint,
  error,
  isLabelHidden,
  className,
  children,
  ...rest
}: FieldTexts & SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <Field {...texts({ label, hint, error, isLabelHidden })} className={className}>
      {(described) => (
        <select {...rest} {...described} className={classNames(styles.control, styles.select)}>
          {children}
        </select>
      )}
    </Field>
  )
}

/** The look of a text control, for one that stands without a field. */
export const controlClass = styles.control

function texts({
  label,
  hint,
  error,
  isLabelHidden,
}: {
  readonly label: string
  readonly hint: ReactNode
  readonly error: string | undefined
  readonly isLabelHidden: boolean | undefined
}): FieldTexts {
  return { label, hint, error, isLabelHidden: isLabelHidden ?? false }
}
