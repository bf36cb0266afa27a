import { setImmediate } from 'node:timers/promises'
import { createPauses } from '../files/pauses.ts'

/** Rows sorted in one go: about a millisecond. */
const RUN = 1_000
const STEPS_BETWEEN_PAUSES = 5_000

/** Sorts without holding the event loop; equals keep their order. */
export async function sortInPieces<Item>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Promise<readonly Item[]> {
  const pause = createPauses(STEPS_BETWEEN_PAUSES)
  let runs: (readonly Item[])[] = []
  for (let from = 0; from < items.length; from += RUN) {
    runs.push(items.slice(from, from + RUN).sort(compare))
    await setImmediate()
  }
  while (runs.length > 1) {
    const merged: (readonly Item[])[] = []
    for (let at = 0; at < runs.length; at += 2) {
      merged.push(await merge(runs[at] ?? [], runs[at + 1] ?? []))
    }
    runs = merged
  }
  return runs[0] ?? []

  async function merge(a: readonly Item[], b: readonly Item[]): Promise<readonly Item[]> {
    if (b.length === 0) return a
    const merged: Item[] = []
    let [fromA, fromB] = [0, 0]
    while (merged.length < a.length + b.length) {
      const [first, second] = [a[fromA], b[fromB]]
      const isFirst = second === undefined || (first !== undefined && compare(first, second) <= 0)
      if (isFirst) fromA += 1
      else fromB += 1
      const next = isFirst ? first : second
      if (next !== undefined) merged.push(next)
      const pausing = pause()
      if (pausing !== undefined) await pausing
    }
    return merged
  }
}
