import { useEffect, useState } from 'react'
import type { useReadingPlace } from './use-reading-place.ts'
import type { useThreadWindow } from './use-thread-window.ts'

/** How long the message stays marked: long enough to find it, and gone before it is in the way. */
const MARKED_MS = 4_000

/**
 * Leads a reader once to what was said at a moment, and marks it for a while.
 * @param momentSeconds null: nowhere
 */
export function useMoment(
  momentSeconds: number | null,
  {
    thread,
    reading,
    isLoaded,
  }: {
    readonly thread: ReturnType<typeof useThreadWindow>
    readonly reading: ReturnType<typeof useReadingPlace>
    readonly isLoaded: boolean
  },
) {
  const [shownId, setShownId] = useState<string | null>(null)
  const show = () => {
    if (momentSeconds === null) return
    void thread.showMoment(momentSeconds, ({ id }) => {
      reading.reveal(id)
      setShownId(id)
    })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a moment is scrolled to once
  useEffect(() => {
    if (isLoaded) show()
  }, [isLoaded, momentSeconds])
  useEffect(() => {
    if (shownId === null) return
    const timer = setTimeout(() => setShownId(null), MARKED_MS)
    return () => clearTimeout(timer)
  }, [shownId])
  return { shownId, show }
}
