type Waiting<Item, Result> = {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/**
 * Writes what comes for one key in groups: each takes what came while the one before was written, in
 * the order of the calls.
 */
export function createGroupCommit<Item, Result>({
  limit,
  write,
}: {
  /** Items of one group. */
  readonly limit: number
  /** Resolves to a result for each item; rejects where none of them was stored. */
  readonly write: (items: readonly Item[]) => Promise<readonly Result[]>
}) {
  const queues = new Map<string, Waiting<Item, Result>[]>()

  return { add }

  /** Resolves when the item is stored. */
  function add(key: string, item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      const waiting = { item, resolve, reject }
      const queue = queues.get(key)
      if (queue) {
        queue.push(waiting)
        return
      }
      const begun = [waiting]
      queues.set(key, begun)
      void drain(key, begun)
    })
  }

  async function drain(key: string, queue: Waiting<Item, Result>[]): Promise<void> {
    // What comes in the same moment goes along.
    await Promise.resolve()
    while (queue.length > 0) await writeGroup(queue.splice(0, limit))
    queues.delete(key)
  }

  async function writeGroup(group: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await write(group.map(({ item }) => item))
      for (const [place, result] of results.entries()) group[place]?.resolve(result)
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }
}
