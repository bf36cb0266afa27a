import type { LucideIcon } from 'lucide-react'
import { type ButtonHTMLAttributes, useLayoutEffect, useRef } from 'react'
import { classNames } from '../class-names.ts'
import { Spinner } from '../display/spinner.tsx'
import { focusScreen, isFocusDropped } from '../focus.ts'
import styles from './button.module.css'

export type ButtonLook = 'primary' | 'plain' | 'quiet' | 'danger'

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  readonly look?: ButtonLook
  readonly icon?: LucideIcon | undefined
  /** Sending: it cannot be pressed again, and says so to those who cannot see it. */
  readonly isBusy?: boolean
}

/** A button with words; `type` is `button` unless it submits a form. */
export function Button({
  look = 'plain',
  icon: Icon,
  isBusy = false,
  className,
  children,
  disabled,
  type = 'button',
  ...rest
}: ButtonProps) {
  const ref = useFocusKept(isBusy)
  return (
    <button
      {...rest}
      ref={ref}
      type={type}
      className={classNames(buttonClass(look), className)}
      disabled={disabled || isBusy}
      aria-busy={isBusy || undefined}
    >
      {isBusy ? <Spinner size={16} /> : Icon && <Icon size={16} aria-hidden />}
      {children}
    </button>
  )
}

/** A button that is only an icon; `label` is what it is called. */
export function IconButton({
  label,
  icon: Icon,
  className,
  type = 'button',
  ...rest
}: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> & {
  readonly label: string
  readonly icon: LucideIcon
}) {
  const ref = useFocusKept(false)
  return (
    <button
      {...rest}
      ref={ref}
      type={type}
      aria-label={label}
      title={label}
      className={classNames(styles.icon, className)}
    >
      <Icon size={18} aria-hidden />
    </button>
  )
}

/**
 * The browser drops the focus of a button that is disabled, or gone. A busy one takes it back when
 * it is done; one that goes hands it to the screen, so that the next Tab goes on there.
 */
function useFocusKept(isBusy: boolean) {
  const ref = useRef<HTMLButtonElement>(null)
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    const isFocused = document.activeElement === ref.current
    if (!isBusy && hadFocus.current && isFocusDropped()) ref.current?.focus()
    hadFocus.current = isBusy && isFocused
  }, [isBusy])
  useLayoutEffect(
    () => () => {
      const isFocused = document.activeElement === ref.current
      if (isFocused || (hadFocus.current && isFocusDropped())) {
        focusScreen()
      }
    },
    [],
  )
  return ref
}

/** The look of a button for a link. */
export function buttonClass(look: ButtonLook): string {
  return classNames(styles.button, styles[look])
}
