import { useEffect, useEffectEvent } from 'react'

/**
 * Hears the keys of the whole page, from the frame on that shows what they act on: an effect of the
 * changed state comes after its paint.
 */
export function useKeyDown(press: (event: KeyboardEvent) => void): void {
  const latest = useEffectEvent(press)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => latest(event)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
