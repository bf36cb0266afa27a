import { type RefObject, useEffect, useRef } from 'react'

/** Where the keyboard is led next: to the message field of the open talk, or to a row of the list. */
export type FocusGoal = 'message' | { readonly row: string }

/** For an element that takes the focus once it is the goal, also when it comes only then. */
export function useFocusWhen<Goal extends HTMLElement>(isGoal: boolean): RefObject<Goal | null> {
  const ref = useRef<Goal>(null)
  useEffect(() => {
    if (!isGoal) return
    // Of itself the focus would bring it to the middle, and every second arrow would leap.
    ref.current?.focus({ preventScroll: true })
    ref.current?.scrollIntoView({ block: 'nearest' })
  }, [isGoal])
  return ref
}
