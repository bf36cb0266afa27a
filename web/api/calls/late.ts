import { messages } from '../../messages.ts'
import { CallError } from './call-error.ts'
import { doubts } from './reach.ts'

/**
 * Loads calls with the schemas of their answers, which the first picture does without. Their script
 * comes from the server: it is missing while that is away, or after it has been updated.
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
