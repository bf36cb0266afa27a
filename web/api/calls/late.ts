import { offline } from './call-error.ts'
import { doubts } from './reach.ts'

/**
 * Brings calls with the schemas of what they answer, where the first picture goes without them. They
 * come from the same server: that they do not is a call without an answer.
 * @throws CallError
 */
export async function late<Calls>(load: () => Promise<Calls>): Promise<Calls> {
  try {
    return await load()
  } catch (error) {
    doubts.ring()
    throw offline(error)
  }
}
