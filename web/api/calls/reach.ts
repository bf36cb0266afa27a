import { createStore } from '../../store.ts'

/** Whether the server answers, as far as this page knows. */
type Reach = {
  readonly isAway: boolean
  /** Epoch milliseconds of the next attempt; null while one is under way. */
  readonly nextTryAt: number | null
}

export const reach = createStore<Reach>({ isAway: false, nextTryAt: null })

/** Calls that got no answer: whoever watches the server looks whether it is there. */
export const doubts = createBell()
/** Wishes for an attempt at once. */
export const wishes = createBell()
/** The server is reached again, after its stream had ended or had not come: it may have been started anew. */
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
