import { type RefObject, useEffect, useRef } from 'react'
import { useLocationProperty } from 'wouter/use-browser-location'
import { entryState } from '../../ui/back-trap.ts'

/**
 * For a card that the address can name behind a `#`: it comes into view and takes the focus, once it
 * is there and each time it is asked for.
 */
export function useAskedCard(id: string | undefined): RefObject<HTMLElement | null> {
  const ref = useRef<HTMLElement>(null)
  const asked = useLocationProperty(askedCard)
  useEffect(() => {
    const card = ref.current
    if (!card || !id || asked.split(' ')[0] !== `#${id}`) return
    // Only while it is asked for: a press beside its fields gives it no focus.
    card.tabIndex = -1
    card.addEventListener('blur', () => card.removeAttribute('tabindex'), { once: true })
    card.focus({ preventScroll: true })
    card.scrollIntoView({ block: 'start' })
  }, [asked, id])
  return ref
}

/** The card that the address names, and which asking it was. */
function askedCard(): string {
  const state = entryState()
  const time = typeof state === 'object' && state !== null && 'asked' in state ? state.asked : ''
  return `${location.hash} ${time}`
}
