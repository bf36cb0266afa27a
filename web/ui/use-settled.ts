import { useEffect, useState } from 'react'

const SETTLES_MS = 250

/** What somebody types, once typing pauses; an empty text counts at once. */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === '' ? 0 : SETTLES_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
