import { messages } from '../../messages.ts'
import { getSession, getSessionEnd } from '../../session/session.ts'
import { CallError } from './call-error.ts'

/** Returns a check whether the user who is signed in now has left or been replaced since. */
export function watchAsker(): () => boolean {
  const asker = getSession()?.user.id
  return () => {
    if (asker === undefined) return false
    const now = getSession()?.user.id
    // A user whose session expired has not left, and gets to see what failed.
    return now === undefined ? getSessionEnd() === 'left' : now !== asker
  }
}

/**
 * Makes one attempt of a call while the user who asked is signed in: later it would go out under
 * another's token. Never settles once that user has left: the answer would get among the next
 * user's data, and the failure into a toast that the next user sees.
 */
export async function whileThere<Answer>(
  hasLeft: () => boolean,
  attempt: () => Promise<Answer>,
): Promise<Answer> {
  try {
    if (!hasLeft()) {
      const answer = await attempt()
      if (!hasLeft()) return answer
    }
  } catch (error) {
    if (!hasLeft()) throw error
  }
  return await new Promise<never>(() => undefined)
}

/**
 * Reads for the user who is signed in now. Once they have left it fails as if signed out, rather
 * than never to settle: the caller may hold one of a few places until the reading ends.
 */
export async function readForAsker<Answer>(read: () => Promise<Answer>): Promise<Answer> {
  const hasLeft = watchAsker()
  try {
    const answer = await read()
    if (!hasLeft()) return answer
  } catch (error) {
    if (!hasLeft() || !(error instanceof CallError)) throw error
  }
  throw new CallError(messages.session.expired, { status: 401, code: 'asker_left' })
}
