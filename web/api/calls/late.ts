import { messages } from '../../messages.ts'
import { CallError } from './call-error.ts'
import { doubts } from './reach.ts'

/**
 * Brings calls with the schemas of what they answer, where the first picture goes without them. They
 * come from the same server: they do not where it is away, or where it has been updated.
 * @throws CallError
 */
export async function late<Calls>(load: () => Promise<Calls>): Promise<Calls> {
  try {
    return await load()
  } catch (error) {
    doubts.ring()
    throw new CallError(messages.request.partMissing, {
      status: 0,
      code: 'part_missing',
      cause: error,
    })
  }
}
