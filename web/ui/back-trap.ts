/**
 * Lets the browser's Back close a dialog, or ask before a form is lost, instead of leaving the
 * screen. Pages cannot refuse Back; they can have an entry of the history more than the reader sees,
 * which Back takes away: the trap. It stays when what it was for is gone, and is passed over then.
 */

type Catch = () => void

/** Handlers of Back, the newest last. */
let catches: readonly Catch[] = []
/** The address that the current entry is the trap of. */
let trapOf = isTrap() ? location.href : null

/** Calls `onBack` for a press of Back, while it is the newest handler; returns how to stop that. */
export function catchBack(onBack: Catch): () => void {
  catches = [...catches, onBack]
  setTrap()
  return () => {
    catches = catches.filter((other) => other !== onBack)
  }
}

/** Whether a step to another address should take the place of the current entry. */
export function isTrap(): boolean {
  return Boolean(history.state?.isTrap)
}

/** The state that the screen gave its current entry. */
export function entryState(): unknown {
  return isTrap() ? history.state.below : history.state
}

/** Goes where Back would have gone without a trap. */
export function goBack(): void {
  history.go(isTrap() ? -2 : -1)
}

/** Starts to listen for Back: called once, before the screens listen. */
export function watchBack(): void {
  addEventListener('popstate', () => {
    const wasTrapHere = trapOf === location.href && !isTrap()
    trapOf = isTrap() ? location.href : null
    if (!wasTrapHere) return
    const newest = catches.at(-1)
    if (newest) {
      setTrap()
      newest()
    } else {
      history.back()
    }
  })
  for (const change of ['pushState', 'replaceState']) {
    addEventListener(change, () => {
      trapOf = isTrap() ? location.href : null
    })
  }
}

function setTrap(): void {
  if (!isTrap()) history.pushState({ isTrap: true, below: history.state }, '')
}
