import { Check, CheckCheck } from 'lucide-react'
import type { SentStatus } from '#contract/messages/sent-status.ts'
import styles from './sent-mark.module.css'

/** How far an own message has come, as ticks. */
export function SentMark({ status }: { readonly status: SentStatus }) {
  switch (status) {
    case 'sent':
      return <Check size={14} role="img" aria-label="Enviada" className={styles.mark} />
    case 'delivered':
      return <CheckCheck size={15} role="img" aria-label="Entregue" className={styles.mark} />
    case 'read':
      return <CheckCheck size={15} role="img" aria-label="Lida" className={styles.read} />
  }
}
