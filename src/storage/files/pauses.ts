import { setImmediate } from 'node:timers/promises'

/** Yields to the event loop now and then in a long loop: awaited once per step. */
export function createPauses(stepsBetween: number): () => Promise<void> | undefined {
  let steps = 0
  return () => {
    steps += 1
    return steps % stepsBetween === 0 ? setImmediate() : undefined
  }
}
