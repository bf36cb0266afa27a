import { ToastContainer } from 'react-toastify/unstyled'
import styles from './toast.module.css'

const AUTO_CLOSE_MS = 5_000
const DRAG_DISMISS_PERCENT = 80

/** Where toasts appear. */
export function ToastHost() {
  return (
    <ToastContainer
      position="top-right"
      autoClose={AUTO_CLOSE_MS}
      draggable
      draggablePercent={DRAG_DISMISS_PERCENT}
      aria-label="Avisos"
      className={styles.host ?? ''}
    />
  )
}
