import { Send } from 'lucide-react'
import styles from './brand.module.css'

/** The product's mark and name. */
export function Brand() {
  return (
    <div className={styles.brand}>
      <span className={styles.mark}>
        <Send size={15} fill="currentColor" strokeWidth={1} aria-hidden />
      </span>
      disparo
    </div>
  )
}
