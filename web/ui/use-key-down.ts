import { useEffect, useEffectEvent } from 'react'

/**
 * Handles keys anywhere on the page, with the latest `press` from the frame on that shows its
 * state: an effect that renewed the listener would run only after the paint.
 */
export function useKeyDown(press: (event: KeyboardEvent) => void): void {
  const latest = useEffectEvent(press)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => latest(event)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
