type Waiting<Item, Result> = {
  readonly item: Item
  readonly bytes: number
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

type BatchLimits = { readonly count: number; readonly bytes: number }

const defaultLimits: BatchLimits = { count: 500, bytes: 4 * 1024 * 1024 }

/**
 * Collects the items that are added for a place while an earlier write of that place is under way,
 * and writes them together, in the order of their arrival. A batch fails or succeeds as a whole.
 */
export function createBatches<Item, Result>(
  write: (place: string, items: readonly Item[]) => Promise<readonly Result[]>,
  bytesOf: (item: Item) => number,
  limits: BatchLimits = defaultLimits,
) {
  const places = new Map<string, Waiting<Item, Result>[]>()

  return function add(place: string, item: Item): Promise<Result> {
    const known = places.get(place)
    const queue = known ?? []
    places.set(place, queue)
    const added = new Promise<Result>((resolve, reject) => {
      queue.push({ item, bytes: bytesOf(item), resolve, reject })
    })
    if (!known) void writeAll(place, queue)
    return added
  }

  /** Never rejects: a failure rejects the promises of the batch's items. */
  async function writeAll(place: string, queue: Waiting<Item, Result>[]): Promise<void> {
    // Collects all items of the same tick into one batch.
    await Promise.resolve()
    while (queue.length > 0) {
      const batch = queue.splice(0, countOfNext(queue))
      try {
        const results = await write(
          place,
          batch.map(({ item }) => item),
        )
        for (const [place, result] of results.entries()) batch[place]?.resolve(result)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    places.delete(place)
  }

  function countOfNext(queue: readonly Waiting<Item, Result>[]): number {
    let bytes = 0
    const end = queue.findIndex((each, place) => {
      bytes += each.bytes
      return place > 0 && (place >= limits.count || bytes > limits.bytes)
    })
    return end === -1 ? queue.length : end
  }
}
