/** The real one, before the simulated machine's takes its place. */
const { setImmediate } = globalThis

/** Every promise that can go on has gone on to its next wait. */
export function untilSettled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
