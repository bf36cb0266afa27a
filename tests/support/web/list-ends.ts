import { vi } from 'vitest'

/** The end of every list is in sight, as on a very tall window. */
export function showEnds(): void {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #told: IntersectionObserverCallback
      constructor(told: IntersectionObserverCallback) {
        this.#told = told
      }
      observe() {
        queueMicrotask(() => Reflect.apply(this.#told, null, [[{ isIntersecting: true }]]))
      }
      disconnect() {
        // What was seen is seen.
      }
    },
  )
}
