import { LoaderCircle, type LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes } from 'react'
import styles from './button.module.css'
import { classNames } from './class-names.ts'

export type ButtonLook = 'primary' | 'plain' | 'quiet' | 'danger'

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  readonly look?: ButtonLook
  readonly icon?: LucideIcon
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
  return (
    <button
      {...rest}
      type={type}
      className={classNames(buttonClass(look), className)}
      disabled={disabled || isBusy}
      aria-busy={isBusy || undefined}
    >
      {isBusy ? (
        <LoaderCircle className={styles.turning} size={16} aria-hidden />
      ) : (
        Icon && <Icon size={16} aria-hidden />
      )}
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
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={label}
      className={classNames(styles.icon, className)}
    >
      <Icon size={18} aria-hidden />
    </button>
  )
}

/** The look of a button for a link. */
export function buttonClass(look: ButtonLook): string {
  return classNames(styles.button, styles[look])
}
