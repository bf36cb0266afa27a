import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { IDEMPOTENCY_HEADER } from '../../../src/contract/api/idempotency-header.ts'
import type { User } from '../../support/daemon/user.ts'

/** Shorter than the timeout of `fetch`, and long enough for a machine that does much else. */
export const CALL_LIMIT_MS = 4 * 60_000
const AGAIN_AFTER_MS = 3_000
const TRIES = 5
const BUSY = 'idempotency_busy'

type Request = {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly body?: unknown
}

export type Calls = ReturnType<typeof createCalls>

/**
 * Makes and counts a user's calls. A call without an answer may have been carried out or not: it
 * counts as unknown, which is no complaint, and is repeated under the same key until it is
 * answered.
 */
export function createCalls(user: User) {
  const counts = { made: 0, unknown: 0, refused: 0 }

  return {
    counts,
    get: <Answer>(path: string) => call<Answer>({ method: 'GET', path }),
    post: <Answer>(path: string, body: unknown) => call<Answer>({ method: 'POST', path, body }),
    remove: (path: string) => call<null>({ method: 'DELETE', path }),
    counted,
    once,
  }

  async function call<Answer>(request: Request): Promise<Answer> {
    const key = randomUUID()
    let wasUnknown = false
    for (let triesLeft = TRIES; triesLeft > 0; triesLeft -= 1) {
      const answer = await counted(() => send(request, key))
      if (answer?.isGood) return JSON.parse(answer.text || 'null')
      // The record is gone, so the unanswered deletion was carried out.
      if (answer?.isMissing && request.method === 'DELETE' && wasUnknown) return JSON.parse('null')
      if (answer && !(wasUnknown && answer.text.includes(BUSY))) {
        counts.refused += 1
        throw new Error(`${nameOf(request)} was refused: ${answer.text}`)
      }
      wasUnknown = true
      await pause(AGAIN_AFTER_MS)
    }
    throw new Error(`${nameOf(request)} got no answer ${TRIES} times`)
  }

  /** A read that is not repeated. */
  async function once(path: string): Promise<void> {
    const answer = await counted(() => send({ method: 'GET', path }, ''))
    if (answer && !answer.isGood) counts.refused += 1
  }

  /** `undefined`: it is unknown whether the call was carried out. */
  async function counted<Answer>(work: () => Promise<Answer>): Promise<Answer | undefined> {
    counts.made += 1
    try {
      return await work()
    } catch {
      counts.unknown += 1
      return undefined
    }
  }

  async function send({ method, path, body }: Request, key: string) {
    const response = await user.raw(path, {
      method,
      signal: AbortSignal.timeout(CALL_LIMIT_MS),
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(method === 'POST' && { [IDEMPOTENCY_HEADER]: key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { isGood: response.ok, isMissing: response.status === 404, text }
  }
}

const nameOf = ({ method, path }: Request) => `${method} ${path}`
