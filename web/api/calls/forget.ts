import { unload } from 'swr'
import { getSession, onSessionChange } from '../../session/session.ts'

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
    unload({ revalidate: now !== undefined })
  })
}
