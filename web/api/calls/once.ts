import { randomKey } from '../../random-key.ts'
import { CallError } from './call-error.ts'
import { addDoubt, dropDoubt, keyInDoubt } from './doubts.ts'

/** How often a call that is still under way is asked about, and how many times: WhatsApp may take 30 s. */
const ASK_AGAIN_MS = 1_000
const ASKED_TIMES = 40

/**
 * Makes a call that the server carries out once: where no answer came, nobody knows how far it got,
 * and the same call made again goes under the same key. Otherwise a button pressed again after the
 * network broke off would make two campaigns, and send each recipient two messages.
 * @param content what is asked for, to the last letter
 */
export async function once<Answer>(
  content: string,
  work: (key: string) => Promise<Answer>,
): Promise<Answer> {
  const key = keyInDoubt(content) ?? randomKey()
  addDoubt(content, key)
  try {
    const answer = await onceUnder(() => work(key))
    dropDoubt(content)
    return answer
  } catch (error) {
    if (isAnswered(error)) dropDoubt(content)
    throw error
  }
}

/** Makes a call under a key of its own: where the first one is still under way, its answer is waited for. */
export async function onceUnder<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  for (let asked = 1; ; asked += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isUnderWay(error) || asked === ASKED_TIMES) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
  }
}

/**
 * Whether the server has said what became of a call. A proxy's answer, a broken connection, a fault
 * of the server, and a refusal before it looks at the call leave that open.
 */
export function isAnswered(error: unknown): boolean {
  if (!(error instanceof CallError) || isUnderWay(error)) return false
  const { status, code } = error
  return status < 500 && status !== 401 && status !== 429 && !unread.has(code)
}

/** Whether nobody knows if a call was carried out: made again, it may be carried out twice. */
export function isUnknown(error: unknown): boolean {
  return !isAnswered(error) || (error instanceof CallError && error.code === 'idempotency_unknown')
}

const unread: ReadonlySet<string> = new Set(['offline', 'strange_answer'])

function isUnderWay(error: unknown): boolean {
  return error instanceof CallError && error.code === 'idempotency_busy'
}
