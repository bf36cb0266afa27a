/** A tab that is left for less than this keeps its connection, and is found as it was. */
const HIDDEN_MS = 10_000

/**
 * Whether this tab is hidden, and so needs no connection of its own: browsers open six to a server for
 * all tabs together, and a stream in each of them would leave none for the calls of the seventh.
 * Calls back when that changes.
 */
export function watchTabRest(onChange: (isResting: boolean) => void): boolean {
  let isResting = document.hidden
  let timer: ReturnType<typeof setTimeout> | undefined
  const set = (next: boolean) => {
    if (next === isResting) return
    isResting = next
    onChange(isResting)
  }
  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer)
    if (document.hidden) timer = setTimeout(() => set(true), HIDDEN_MS)
    else set(false)
  })
  return isResting
}
