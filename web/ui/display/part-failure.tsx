import { CircleAlert, RotateCw } from 'lucide-react'
import { Button } from '../forms/button.tsx'
import styles from './part-failure.module.css'

/** One part of a screen could not be read; the rest of it goes on. */
export function PartFailure({
  sentence,
  detail,
  onRetry,
}: {
  readonly sentence: string
  readonly detail?: string | undefined
  readonly onRetry: () => unknown
}) {
  return (
    <div role="alert" className={styles.failure}>
      <CircleAlert size={18} aria-hidden />
      <p>
        {sentence}
        {detail && detail !== sentence && <small>{detail}</small>}
      </p>
      <Button icon={RotateCw} onClick={onRetry}>
        Tentar novamente
      </Button>
    </div>
  )
}
