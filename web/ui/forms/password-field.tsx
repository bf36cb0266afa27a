import { type ComponentProps, useState } from 'react'
import { classNames } from '../class-names.ts'
import { controlClass, Field } from './field.tsx'
import styles from './password-field.module.css'

/** A password that its writer may look at. */
export function PasswordField({
  label,
  hint,
  error,
  isShown: given,
  onShow,
  ...rest
}: Omit<ComponentProps<'input'>, 'type'> &
  Pick<ComponentProps<typeof Field>, 'label' | 'hint' | 'error'> & {
    /** Where several show or hide at once: whether they show. */
    readonly isShown?: boolean
    /** Of the one that has the button for all of them. */
    readonly onShow?: (isShown: boolean) => void
  }) {
  const [own, setOwn] = useState(false)
  const isShown = given ?? own
  const hasButton = given === undefined || onShow !== undefined
  return (
    <Field label={label} hint={hint} error={error}>
      {(described) => (
        <span className={styles.password}>
          <input
            {...rest}
            {...described}
            type={isShown ? 'text' : 'password'}
            className={classNames(controlClass, hasButton && styles.control)}
          />
          {hasButton && (
            <button
              type="button"
              className={styles.toggle}
              aria-pressed={isShown}
              onClick={() => (onShow ?? setOwn)(!isShown)}
            >
              {isShown ? 'Ocultar' : 'Mostrar'}
              <span className="visually-hidden">: {label}</span>
            </button>
          )}
        </span>
      )}
    </Field>
  )
}
