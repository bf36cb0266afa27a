import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { type CloseButtonProps, ToastContainer, toast } from 'react-toastify/unstyled'
import styles from './toast.module.css'
import { deliverToasts } from './toast.ts'

const AUTO_CLOSE_MS = 5_000
const DRAG_DISMISS_PERCENT = 80

/** Where toasts appear: above everything, also above a dialog that is open. */
export function ToastHost() {
  const layer = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // What was shown last lies on top.
    const lift = () => {
      layer.current?.hidePopover()
      layer.current?.showPopover()
    }
    const unsubscribe = toast.onChange(({ status }) => {
      if (status === 'added') lift()
    })
    const onToggle = ({ target }: Event) => {
      if (target instanceof HTMLDialogElement && target.open) lift()
    }
    document.addEventListener('toggle', onToggle, { capture: true })
    deliverToasts((kind, sentence) =>
      toast[kind](sentence, {
        toastId: sentence,
        role: kind === 'success' ? 'status' : 'alert',
      }),
    )
    return () => {
      unsubscribe()
      document.removeEventListener('toggle', onToggle, { capture: true })
    }
  }, [])
  return (
    <div ref={layer} popover="manual" className={styles.layer}>
      <ToastContainer
        position="top-right"
        autoClose={AUTO_CLOSE_MS}
        draggable
        draggablePercent={DRAG_DISMISS_PERCENT}
        closeButton={CloseButton}
        aria-label="Avisos"
        className={styles.host ?? ''}
      />
    </div>
  )
}

function CloseButton({ closeToast }: CloseButtonProps) {
  return (
    <button
      type="button"
      className={styles.close}
      aria-label="Fechar aviso"
      onClick={(event) => closeToast(event)}
    >
      <X size={16} aria-hidden />
    </button>
  )
}
