import { type RefObject, useEffect, useState } from 'react'
import { classNames } from '../class-names.ts'
import styles from './edge-fade.module.css'

/**
 * Class of what scrolls sideways (a row, a table, code): at an edge beyond which it goes on it fades
 * out, so that nobody takes what shows for all of it.
 */
export function useEdgeFade(scroller: RefObject<HTMLElement | null>): string | undefined {
  const [isBefore, setIsBefore] = useState(false)
  const [isAfter, setIsAfter] = useState(false)
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const look = () => {
      const { scrollLeft, clientWidth, scrollWidth } = element
      // A zoomed page scrolls to parts of a pixel.
      setIsBefore(scrollLeft > 1)
      setIsAfter(scrollLeft + clientWidth < scrollWidth - 1)
    }
    const sizes = new ResizeObserver(look)
    const watch = () => {
      sizes.disconnect()
      // What is in it may grow, too, while it keeps its own size.
      for (const each of [element, ...element.children]) sizes.observe(each)
      look()
    }
    watch()
    const parts = new MutationObserver(watch)
    parts.observe(element, { childList: true })
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      parts.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [scroller])
  if (!isBefore && !isAfter) return undefined
  return classNames(styles.faded, isBefore && styles.before, isAfter && styles.after)
}
