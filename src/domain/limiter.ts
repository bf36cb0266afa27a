/** Runs at most `count` works at once, the others in the order they came. */
export function createLimiter(count: number) {
  const queue: (() => void)[] = []
  let running = 0

  return async function limited<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running >= count) await new Promise<void>((resolve) => queue.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      // The place goes straight to the next in line, so that nobody overtakes.
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
