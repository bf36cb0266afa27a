import { messages } from '../../messages.ts'
import { getSession, getSessionEnd } from '../../session/session.ts'
import { CallError } from './call-error.ts'

/** Tells whether the one who is signed in now has left meanwhile, or somebody else is signed in. */
export function watchAsker(): () => boolean {
  const asker = getSession()?.user.id
  return () => {
    if (asker === undefined) return false
    const now = getSession()?.user.id
    // Whoever was signed out without leaving is there still, and is told what failed.
    return now === undefined ? getSessionEnd() === 'left' : now !== asker
  }
}

/**
 * Makes one attempt of a call as long as its asker is there: it would go out under another's token.
 * What comes back later than that is never used, neither its answer, which would get among the
 * next user's data, nor its failure, of which a toast would tell the next user.
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
 * Reads for whoever is signed in now. Once they have left it fails as for somebody signed out: who
 * reads may hold a place until it ends, so that it has to.
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
