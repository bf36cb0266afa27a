/** Polls until a condition holds. @throws with what it last was when it does not in time. */
export async function eventually<T>(
  check: () => T | Promise<T>,
  { timeoutMs = 20_000, everyMs = 10 } = {},
): Promise<NonNullable<T>> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const found = await check()
    if (found) return found
    if (Date.now() > deadline)
      throw new Error(`still ${JSON.stringify(found)} after ${timeoutMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}
