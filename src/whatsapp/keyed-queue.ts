/** Runs work of one key in turn; other keys don't wait for it. */
export function createKeyedQueue() {
  const tails = new Map<string, Promise<unknown>>()
  return { run }

  async function run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const before = tails.get(key) ?? Promise.resolve()
    const result = before.then(work, work)
    const tail = result.catch(() => undefined)
    tails.set(key, tail)
    try {
      return await result
    } finally {
      if (tails.get(key) === tail) tails.delete(key)
    }
  }
}
