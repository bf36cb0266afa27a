import { vi } from 'vitest'

/** Brings the end of every list into sight, as on a very tall window. */
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
        // Elements never leave the sight again.
      }
    },
  )
}
