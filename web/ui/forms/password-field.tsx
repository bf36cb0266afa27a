import { ArrowBigUp } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import { classNames } from '../class-names.ts'
import { controlClass, Field } from './field.tsx'
import styles from './password-field.module.css'

/** A password field that can show what was typed, and warns of Caps Lock. */
export function PasswordField({
  label,
  hint,
  error,
  isShown: given,
  onShow,
  className,
  ...rest
}: Omit<ComponentProps<'input'>, 'type'> &
  Pick<ComponentProps<typeof Field>, 'label' | 'hint' | 'error'> & {
    /** Where several show or hide at once: whether they show. */
    readonly isShown?: boolean
    /** Called by the field whose button shows or hides all of them. */
    readonly onShow?: (isShown: boolean) => void
  }) {
  const [own, setOwn] = useState(false)
  const isShown = given ?? own
  const [isCapsOn, setIsCapsOn] = useState(false)
  const look = (event: KeyboardEvent) => setIsCapsOn(event.getModifierState('CapsLock'))
  const hasButton = given === undefined || onShow !== undefined
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(described) => (
        <span className={styles.password}>
          <span className={styles.box}>
            <input
              // What shows is no text to be corrected, nor to be sent to a spelling service.
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              {...rest}
              {...described}
              type={isShown ? 'text' : 'password'}
              className={classNames(controlClass, hasButton && styles.control)}
              onKeyDown={look}
              onKeyUp={look}
              onBlur={() => setIsCapsOn(false)}
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
          <span role="status" className={styles.caps}>
            {isCapsOn && (
              <>
                <ArrowBigUp size={16} aria-hidden />
                Caps Lock está ligado.
              </>
            )}
          </span>
        </span>
      )}
    </Field>
  )
}
