import { randomKey } from '../../random-key.ts'
import { CallError } from './call-error.ts'

/** How long a call may be in doubt: who does the same again later than that means it. */
const IN_DOUBT_MS = 15 * 60_000

/** Keys of calls to which no answer came, by what was asked for. */
const inDoubt = new Map<string, { readonly key: string; readonly askedAtMs: number }>()

/**
 * Makes a call that the server carries out once: where no answer came, nobody knows how far it got,
 * and the same asked for again goes under the same key. Else whoever presses a button again because
 * the network broke off has two campaigns, and everybody in them two messages.
 * @param content what is asked for, to the last letter
 */
export async function once<Answer>(
  content: string,
  work: (key: string) => Promise<Answer>,
): Promise<Answer> {
  const before = inDoubt.get(content)
  const isSame = before !== undefined && Date.now() - before.askedAtMs < IN_DOUBT_MS
  const key = isSame ? before.key : randomKey()
  inDoubt.set(content, { key, askedAtMs: Date.now() })
  try {
    const answer = await work(key)
    inDoubt.delete(content)
    return answer
  } catch (error) {
    if (isAnswered(error)) inDoubt.delete(content)
    throw error
  }
}

/**
 * Whether the server itself said no. What a proxy says in its place, what broke off, and a fault of
 * the server tell nothing of what became of the call.
 */
export function isAnswered(error: unknown): boolean {
  return error instanceof CallError && error.status < 500 && !doubtful.has(error.code)
}

const doubtful: ReadonlySet<string> = new Set(['offline', 'strange_answer'])
