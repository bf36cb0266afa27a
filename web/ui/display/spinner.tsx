import { LoaderCircle } from 'lucide-react'
import styles from './spinner.module.css'

/** A wheel that turns while something is at work; screen readers need words beside it. */
export function Spinner({ size }: { /** In pixels. */ readonly size: number }) {
  return <LoaderCircle className={styles.spinner} size={size} aria-hidden />
}
