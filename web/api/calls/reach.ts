import { createStore } from '../../store.ts'

/** Whether the server answers, as far as this page knows. */
type Reach = {
  readonly isAway: boolean
  /** Epoch milliseconds of the next attempt; null while one is under way. */
  readonly nextTryAt: number | null
}

export const reach = createStore<Reach>({ isAway: false, nextTryAt: null })

/** Rings when a call got no answer: the stream's attempt then probes the server. */
export const doubts = createBell()
/** Rings when the next attempt is wanted at once. */
export const wishes = createBell()
/** Rings when the server is reached again after its stream was lost: it may have been restarted. */
export const returns = createBell()

function createBell() {
  const listeners = new Set<() => void>()
  return {
    ring: () => {
      for (const listener of listeners) listener()
    },
    /** Calls back at every ring; returns how to stop that. */
    onRing: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
