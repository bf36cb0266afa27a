const followers = new WeakMap<AbortSignal, Set<AbortController>>()

/**
 * A signal of one piece of work that ends with another, longer-lived one, too. `AbortSignal.any` would
 * leave a reference to each at the longer-lived one for as long as that lives, which is that of the daemon.
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

/** With one listener for all: many of them look like a leak to Node, which warns. */
function startFollowing(signal: AbortSignal): Set<AbortController> {
  const all = new Set<AbortController>()
  followers.set(signal, all)
  const end = () => {
    for (const each of all) each.abort(signal.reason)
  }
  signal.addEventListener('abort', end, { once: true })
  return all
}
