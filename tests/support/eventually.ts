import { PATIENCE_MS } from './patience.ts'

const POLL_MS = 10

/** Polls until a condition holds. @throws with what it last was when it does not in time. */
export async function eventually<T>(check: () => T | Promise<T>): Promise<NonNullable<T>> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const found = await check()
    if (found) return found
    if (Date.now() > deadline) {
      throw new Error(`still ${JSON.stringify(found)} after ${PATIENCE_MS} ms`)
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

/** Repeats a check until it passes. @throws its last error when that takes too long. */
export async function passes<T>(check: () => T | Promise<T>): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    try {
      return await check()
    } catch (error) {
      if (Date.now() > deadline) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

/** Tells whether work has ended by now, however it did; whether it ends at all is left to it. */
export function watchEnd(work: Promise<unknown>): () => boolean {
  let hasEnded = false
  const end = () => {
    hasEnded = true
  }
  work.then(end, end)
  return () => hasEnded
}
