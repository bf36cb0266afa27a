import { useEffect, useRef } from 'react'
import { type NextStep, toastNext } from './toast.ts'

/** Tells of what was done with the next step, which goes when the screen does that can take it. */
export function useNextToast(): (sentence: string, next: NextStep) => void {
  const withdraw = useRef<() => void>(undefined)
  useEffect(() => () => withdraw.current?.(), [])
  return (sentence, next) => {
    withdraw.current?.()
    withdraw.current = toastNext(sentence, next)
  }
}
