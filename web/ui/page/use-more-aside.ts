import { type RefObject, useEffect, useState } from 'react'

/** Whether a row that scrolls sideways has more before what shows of it, and after. */
export function useMoreAside(row: RefObject<HTMLElement | null>): {
  readonly isBefore: boolean
  readonly isAfter: boolean
} {
  const [isBefore, setIsBefore] = useState(false)
  const [isAfter, setIsAfter] = useState(false)
  useEffect(() => {
    const element = row.current
    if (!element) return
    const look = () => {
      const { scrollLeft, clientWidth, scrollWidth } = element
      // A zoomed page scrolls to parts of a pixel.
      setIsBefore(scrollLeft > 1)
      setIsAfter(scrollLeft + clientWidth < scrollWidth - 1)
    }
    look()
    const sizes = new ResizeObserver(look)
    sizes.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [row])
  return { isBefore, isAfter }
}
