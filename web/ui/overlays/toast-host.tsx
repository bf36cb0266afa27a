import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { type CloseButtonProps, ToastContainer, toast } from 'react-toastify/unstyled'
import { randomKey } from '../../random-key.ts'
import { NextToast } from './next-toast.tsx'
import styles from './toast.module.css'
import { deliverToasts, type Toast } from './toast.ts'
import { UNDO_SHOWN_MS, UndoToast } from './undo-toast.tsx'

const AUTO_CLOSE_MS = 5_000
const DRAG_DISMISS_PERCENT = 80

/** Where toasts appear: above everything, also above a dialog that is open. */
export function ToastHost() {
  const layer = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // What was shown last lies on top. A browser without popovers has no such layer for them.
    const lift = () => {
      layer.current?.hidePopover?.()
      layer.current?.showPopover?.()
      look()
    }
    // A dialog that grows comes up from below the toasts.
    const grown = new ResizeObserver(() => keepClear(layer.current))
    const look = () => {
      grown.disconnect()
      const dialog = topDialog()
      if (dialog) grown.observe(dialog)
      keepClear(layer.current)
    }
    const unsubscribe = toast.onChange(({ status }) => {
      if (status === 'added') lift()
    })
    const onToggle = ({ target }: Event) => {
      if (target instanceof HTMLDialogElement && target.open) lift()
    }
    document.addEventListener('toggle', onToggle, { capture: true })
    // A dialog that closed leaves the corner to the toasts.
    const onClose = ({ target }: Event) => {
      if (target instanceof HTMLDialogElement) look()
    }
    document.addEventListener('close', onClose, { capture: true })
    deliverToasts(show, (key) => toast.dismiss(key))
    return () => {
      unsubscribe()
      grown.disconnect()
      document.removeEventListener('close', onClose, { capture: true })
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

function show({ kind, sentence, undo, next }: Toast): void {
  const role = kind === 'success' ? 'status' : 'alert'
  if (next) {
    const { key: toastId, ...step } = next
    toast[kind](
      ({ closeToast }) => (
        <NextToast
          sentence={sentence}
          next={step}
          closeToast={closeToast}
          pause={() => toast.pause({ id: toastId })}
          play={() => toast.play({ id: toastId })}
        />
      ),
      { toastId, role, autoClose: UNDO_SHOWN_MS },
    )
    return
  }
  if (!undo) {
    toast[kind](sentence, { toastId: sentence, role })
    return
  }
  const toastId = randomKey()
  toast[kind](
    ({ closeToast }) => (
      <UndoToast
        sentence={sentence}
        undo={undo}
        closeToast={closeToast}
        pause={() => toast.pause({ id: toastId })}
        play={() => toast.play({ id: toastId })}
      />
    ),
    { toastId, role, autoClose: UNDO_SHOWN_MS },
  )
}

/** Space at the upper right that a few toasts take. */
const CORNER = { width: 360, height: 240 }

/** Leaves the head of the topmost dialog free, where its cross is in the toasts' corner. */
function keepClear(layer: HTMLElement | null): void {
  const head = topDialog()?.querySelector('header')?.getBoundingClientRect()
  const isInCorner =
    head !== undefined && head.right > innerWidth - CORNER.width && head.top < CORNER.height
  layer?.style.setProperty('--dialog-head', `${isInCorner ? Math.round(head.bottom) : 0}px`)
}

function topDialog(): Element | undefined {
  return [...document.querySelectorAll('dialog[open]')].at(-1)
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
