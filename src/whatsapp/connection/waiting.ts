import { MAX_TIMER_MS } from '../../contract/limits.ts'

/** The wait before the next attempt of one device. */
export function createWaiting(onOver: () => void) {
  let timer: NodeJS.Timeout | undefined
  let isAskedFor = false
  return {
    until,
    end,
    isUnderWay: () => timer !== undefined,
    /** Whether the server itself asked for the wait: no wish of the owner's shortens it. */
    isAskedFor: () => timer !== undefined && isAskedFor,
  }

  /** @param atMs milliseconds since 1970 */
  function until(atMs: number, options: { readonly isAskedFor: boolean }): void {
    end()
    isAskedFor = options.isAskedFor
    const leftMs = atMs - Date.now()
    timer =
      leftMs > MAX_TIMER_MS
        ? setTimeout(() => until(atMs, options), MAX_TIMER_MS)
        : setTimeout(finish, leftMs)
  }

  function finish(): void {
    timer = undefined
    onOver()
  }

  function end(): void {
    clearTimeout(timer)
    timer = undefined
  }
}
