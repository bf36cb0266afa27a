/** Runs at most `limit` calls at a time; the others wait in the order they came. */
export function limitCalls(limit: number) {
  let free = limit
  const waiting: (() => void)[] = []

  return async function limited<Result>(act: () => Promise<Result>): Promise<Result> {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await act()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
