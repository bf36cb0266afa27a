import { type RefObject, useEffect, useRef } from 'react'

/** Where the keyboard is led next: to the message field of the open talk, or to a row of the list. */
export type FocusGoal = 'message' | { readonly row: string }

/** Ref of an element that takes the focus once it is the goal, also when it is drawn only then. */
export function useFocusWhen<Goal extends HTMLElement>(isGoal: boolean): RefObject<Goal | null> {
  const ref = useRef<Goal>(null)
  useEffect(() => {
    if (!isGoal) return
    // The browser would scroll it to the middle on focus, so that every second arrow would leap.
    ref.current?.focus({ preventScroll: true })
    ref.current?.scrollIntoView({ block: 'nearest' })
  }, [isGoal])
  return ref
}
