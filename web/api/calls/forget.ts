import { unload } from 'swr'
import { getSession, onSessionChange } from '../../session/session.ts'

let asked = new AbortController()

/** Aborts with the session: the user that an answer was for is no longer there. */
export function signalOfSession(): AbortSignal {
  return asked.signal
}

/**
 * Drops all cached answers and those in flight whenever the signed-in user changes: the next user
 * must not see data of the last one.
 */
export function forgetWithSession(): void {
  let token = getSession()?.token
  onSessionChange(() => {
    const now = getSession()?.token
    if (now === token) return
    token = now
    const before = asked
    asked = new AbortController()
    unload({ revalidate: now !== undefined })
    before.abort()
  })
}
