import { useEffect, useRef } from 'react'
import { Button } from '../forms/button.tsx'
import styles from './load-more.module.css'

/** How far below the window it already counts as reached. */
const REACH = '400px'

/** The end of a list that goes on: coming near it loads more, and so does its button. */
export function LoadMore({
  isLoading,
  onLoad,
}: {
  readonly isLoading: boolean
  readonly onLoad: () => void
}) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const end = ref.current
    if (!end || isLoading) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) onLoad()
      },
      { rootMargin: REACH },
    )
    observer.observe(end)
    return () => observer.disconnect()
  }, [isLoading, onLoad])
  return (
    <div ref={ref} className={styles.end}>
      <Button isBusy={isLoading} onClick={onLoad}>
        Carregar mais
      </Button>
    </div>
  )
}
