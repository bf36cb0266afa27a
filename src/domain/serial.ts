export type Serially = ReturnType<typeof createSerial>

/** Runs work with the same key one after the other, and work with different keys in parallel. */
export function createSerial() {
  const tails = new Map<string, Promise<unknown>>()

  return async function serially<Result>(
    key: string,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const before = tails.get(key) ?? Promise.resolve()
    const run = before.then(work, work)
    tails.set(key, run)
    try {
      return await run
    } finally {
      if (tails.get(key) === run) tails.delete(key)
    }
  }
}
