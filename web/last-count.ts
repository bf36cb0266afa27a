import { useEffect, useState } from 'react'
import { ownStorage } from './own-storage.ts'

/** Shapes that stand for a list at most, however long it is. */
const SHAPES_MAX = 6
/** Shapes that stand for a list that this browser has not shown yet. */
const UNKNOWN = 2

const keyOf = (list: string) => `disparo.count.${list}`

/** Keeps how many things a list has, once that is known. */
export function useKeptCount(list: string, count: number | undefined): void {
  useEffect(() => {
    if (count !== undefined) ownStorage.keep(keyOf(list), String(count))
  }, [list, count])
}

/**
 * How many shapes stand for a list that is being read: as many as it had things the last time that
 * this browser showed it, so that the screen keeps its height.
 */
export function useLastCount(list: string): number {
  const [count] = useState(() => {
    const kept = Number(ownStorage.read(keyOf(list)) ?? UNKNOWN)
    return Number.isInteger(kept) && kept > 0 ? Math.min(kept, SHAPES_MAX) : 1
  })
  return count
}
