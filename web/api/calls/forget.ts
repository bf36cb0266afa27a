import { unload } from 'swr'
import { getSession, onSessionChange } from '../../session/session.ts'

/**
 * Forgets every answer that is kept, and those on their way, as soon as somebody else is signed in,
 * or nobody: the next user must not see one of the last.
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
