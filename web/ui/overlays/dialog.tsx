import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { catchBack } from '../back-trap.ts'
import { classNames } from '../class-names.ts'
import { focusScreen, isFocusDropped } from '../focus.ts'
import { IconButton } from '../forms/button.tsx'
import styles from './dialog.module.css'

/**
 * A modal dialog, open for as long as it is mounted: the browser traps the focus and gives it back.
 * Esc, the cross, a press beside it and the browser's Back ask to close.
 */
export function Dialog({
  title,
  onClose,
  width = 'medium',
  isInHistory = false,
  children,
  footer,
}: {
  readonly title: string
  readonly onClose: () => void
  readonly width?: 'small' | 'medium' | 'large'
  /** It has an address of its own, so that Back closes it anyway. */
  readonly isInHistory?: boolean
  readonly children: ReactNode
  /** The buttons, the one to press next last. */
  readonly footer?: ReactNode
}) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    if (!isInHistory) return catchBack(() => close.current())
  }, [isInHistory])
  useEffect(() => {
    const dialog = ref.current
    const opener = document.activeElement
    dialog?.showModal()
    // On a phone the keyboard would cover what the dialog says.
    if (matchMedia('(pointer: fine)').matches) firstFieldOf(dialog)?.focus()
    return () => {
      dialog?.close()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
      // The opener may be gone, as the empty page's button is after the first list was made.
      else if (isFocusDropped()) focusScreen()
    }
  }, [])
  return (
    <dialog
      ref={ref}
      className={classNames(styles.dialog, styles[width])}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // A file picker inside lets its own cancel event bubble.
        if (event.target !== ref.current) return
        event.preventDefault()
        onClose()
      }}
      onMouseDown={(event) => {
        // The second half of the double click that opened it closes nothing.
        if (event.target === ref.current && event.detail < 2) onClose()
      }}
    >
      <div className={styles.frame}>
        <header className={styles.head}>
          <h2 id={titleId}>{title}</h2>
          <IconButton label="Fechar" icon={X} onClick={onClose} />
        </header>
        <div className={styles.body}>{children}</div>
        {footer && <footer className={styles.foot}>{footer}</footer>}
      </div>
    </dialog>
  )
}

/** The field to focus first: a form's first empty line. Without one a dialog focuses its cross. */
function firstFieldOf(dialog: HTMLDialogElement | null) {
  const fields = dialog?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'form :is(input:not([type="file"], [type="radio"], [type="checkbox"]), textarea)',
  )
  return [...(fields ?? [])].find(({ value }) => value === '')
}
