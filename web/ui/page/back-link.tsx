import { ArrowLeft } from 'lucide-react'
import { Link } from 'wouter'
import { classNames } from '../class-names.ts'
import styles from './back-link.module.css'

/** The way to the screen that lists what this page shows one of, under the page's title. */
export function BackLink({
  to,
  label,
  look = 'alone',
}: {
  readonly to: string
  /** What that screen is called. */
  readonly label: string
  /** Whether it stands beside other text. */
  readonly look?: 'alone' | 'beside'
}) {
  return (
    <Link href={to} className={classNames(styles.back, look === 'beside' && styles.beside)}>
      <ArrowLeft size={14} aria-hidden />
      {label}
    </Link>
  )
}
