/** All timers, so that closing can cancel them. */
export type Timers = {
  /** At once when there is nothing to wait for. */
  after(delayMs: number, action: () => void): void
  clear(): void
}

export function createTimers(): Timers {
  const waiting = new Set<NodeJS.Timeout>()
  return {
    after(delayMs, action) {
      if (delayMs <= 0) {
        action()
        return
      }
      const timer = setTimeout(() => {
        waiting.delete(timer)
        action()
      }, delayMs)
      timer.unref()
      waiting.add(timer)
    },
    clear() {
      for (const timer of waiting) clearTimeout(timer)
      waiting.clear()
    },
  }
}
