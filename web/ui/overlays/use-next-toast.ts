import { useEffect, useRef } from 'react'
import { type NextStep, toastNext } from './toast.ts'

/** Shows what was done with the next step; goes away with the screen that can take that step. */
export function useNextToast(): (sentence: string, next: NextStep) => void {
  const withdraw = useRef<() => void>(undefined)
  useEffect(() => () => withdraw.current?.(), [])
  return (sentence, next) => {
    withdraw.current?.()
    withdraw.current = toastNext(sentence, next)
  }
}
