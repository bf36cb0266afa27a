const followers = new WeakMap<AbortSignal, Set<AbortController>>()

/**
 * Makes a signal for one piece of work that a longer-lived signal aborts, too. `AbortSignal.any`
 * would leave a reference to each at the longer-lived one, which lives as long as the daemon.
 * @returns `release` is to be called once the work is over
 */
export function followSignal(signal: AbortSignal) {
  const own = new AbortController()
  if (signal.aborted) own.abort(signal.reason)
  const all = followers.get(signal) ?? startFollowing(signal)
  all.add(own)
  return {
    signal: own.signal,
    abort: () => own.abort(),
    release: () => void all.delete(own),
  }
}

/** Adds one listener for all followers: Node takes many listeners for a leak, and warns. */
function startFollowing(signal: AbortSignal): Set<AbortController> {
  const all = new Set<AbortController>()
  followers.set(signal, all)
  const end = () => {
    for (const each of all) each.abort(signal.reason)
  }
  signal.addEventListener('abort', end, { once: true })
  return all
}
