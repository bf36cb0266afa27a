import { useSyncExternalStore } from 'react'

/** State of the page outside its components, and its subscribers. */
export type Store<State> = {
  readonly get: () => State
  /** Subscribers are called at once. */
  readonly set: (state: State) => void
  /** Calls back at every change; returns how to stop that. */
  readonly subscribe: (listener: () => void) => () => void
}

export function createStore<State>(initial: State): Store<State> {
  let state = initial
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    set: (next) => {
      state = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The state, or what is picked from it, as it is now; the component follows its changes. */
export function useStore<State>(store: Store<State>): State
export function useStore<State, Part>(store: Store<State>, pick: (state: State) => Part): Part
export function useStore<State>(
  store: Store<State>,
  pick: (state: State) => unknown = (state) => state,
): unknown {
  return useSyncExternalStore(store.subscribe, () => pick(store.get()))
}
