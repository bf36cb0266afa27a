import { type ComponentProps, useState } from 'react'
import { classNames } from '../class-names.ts'
import { controlClass, Field } from './field.tsx'
import styles from './password-field.module.css'

/** A password that its writer may look at. */
export function PasswordField({
  label,
  hint,
  error,
  ...rest
}: Omit<ComponentProps<'input'>, 'type'> &
  Pick<ComponentProps<typeof Field>, 'label' | 'hint' | 'error'>) {
  const [isShown, setIsShown] = useState(false)
  return (
    <Field label={label} hint={hint} error={error}>
      {(described) => (
        <span className={styles.password}>
          <input
            {...rest}
            {...described}
            type={isShown ? 'text' : 'password'}
            className={classNames(controlClass, styles.control)}
          />
          <button
            type="button"
            className={styles.toggle}
            aria-pressed={isShown}
            onClick={() => setIsShown(!isShown)}
          >
            {isShown ? 'Ocultar' : 'Mostrar'}
            <span className="visually-hidden">: {label}</span>
          </button>
        </span>
      )}
    </Field>
  )
}
