/** Rows sorted in one go: about a millisecond. */
const RUN = 1_000
const STEPS_BETWEEN_RESTS = 5_000

/** Lets others run before the work goes on. */
export type Rest = () => Promise<unknown>

/** Sorts without blocking the event loop; equals keep their order. */
export async function sortInPieces<Item>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
  rest: Rest,
): Promise<readonly Item[]> {
  let steps = 0
  let runs: (readonly Item[])[] = []
  for (let from = 0; from < items.length; from += RUN) {
    runs.push(items.slice(from, from + RUN).sort(compare))
    await rest()
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
      steps += 1
      if (steps % STEPS_BETWEEN_RESTS === 0) await rest()
    }
    return merged
  }
}
