import { type AddressInput, type AnyCallInput, addressOf } from '#contract/api/call.ts'
import { createCaller } from '#contract/api/client.ts'
import type { Endpoint } from '#contract/api/endpoint.ts'
import { IDEMPOTENCY_HEADER } from '#contract/api/idempotency-header.ts'
import { messages } from '../../messages.ts'
import { basePath } from '../../page-facts.ts'
import { endSession, getSession, type Session } from '../../session/session.ts'
import { readForAsker, watchAsker, whileThere } from './asker.ts'
import { CallError, offline, strangeAnswer } from './call-error.ts'
import { dropDoubts } from './doubts.ts'
import { once, onceUnder } from './once.ts'
import { doubts } from './reach.ts'

type Options = {
  readonly signal: AbortSignal
  readonly headers: Readonly<Record<string, string>>
  /** Names a call that is not made twice: the server carries it out once under this key. */
  readonly onceKey: string
}

const caller = createCaller<Options>({
  reach: async ({ address, ...request }, { headers, signal, onceKey }) => {
    const type = request.body === undefined ? {} : { 'content-type': 'application/json' }
    const named = onceKey === undefined ? {} : { [IDEMPOTENCY_HEADER]: onceKey }
    const session = getSession()
    try {
      const response = await fetch(`${basePath}${address}`, {
        ...request,
        headers: { ...authorization(), ...type, ...named, ...headers },
        credentials: 'include',
        signal: signal ?? null,
      })
      leaveIfDenied(response.status, session)
      return response
    } catch (error) {
      if (signal?.aborted) throw error
      doubts.ring()
      throw offline(error)
    }
  },
  refused: (status, { message, code, details = [] }) =>
    new CallError(inDoubt[code] ?? message, { status, code, details }),
  strange: strangeAnswer,
  lost: offline,
})

/**
 * Makes the calls of the contract. The server carries out an idempotent one once, however often it
 * is asked for while no answer comes, as long as the user who asks stays signed in.
 * @throws CallError with the server's sentence, or one of ours where it gave none
 */
export const call: typeof caller.call = async (endpoint, input, options = {}) => {
  const hasLeft = watchAsker()
  const attempt = (given: Partial<Options>) =>
    whileThere(hasLeft, () => caller.call(endpoint, input, given))
  if (options.onceKey !== undefined) return await onceUnder(() => attempt(options))
  if (!endpoint.isIdempotent) {
    const answer = await attempt(options)
    if (endpoint.methods[0] === 'delete') dropDoubts()
    return answer
  }
  const { params, query, body }: AnyCallInput = input
  const content = JSON.stringify([getSession()?.user.id, endpoint.path, params, query, body])
  return await once(content, (onceKey) => attempt({ ...options, onceKey }))
}

/** Calls that change nothing. */
export const read: typeof caller.read = async (...input) =>
  await readForAsker(() => caller.read(...input))
export const readPage: typeof caller.readPage = async (...input) =>
  await readForAsker(() => caller.readPage(...input))
export const open: typeof caller.open = async (...input) =>
  await readForAsker(() => caller.open(...input))

/** Decodes an answer, or makes the error of a refusal. */
export const { decode, refusal } = caller

/** Sentences in place of the server's own, which speak of idempotency keys. */
const inDoubt: Readonly<Record<string, string>> = {
  idempotency_busy: messages.request.underWay,
  idempotency_unknown: messages.request.inDoubt,
}

/** Path and query of a call as the browser asks for it; also the key it is cached under. */
export function keyOf<E extends Endpoint>(endpoint: E, input: AddressInput<E>): string
export function keyOf(endpoint: Endpoint, input: AnyCallInput): string {
  return addressOf(endpoint, input)
}

/** Headers with the session's token. */
export function authorization(): Record<string, string> {
  const token = getSession()?.token
  return token === undefined ? {} : { authorization: `Bearer ${token}` }
}

/** Ends the session that the server denied, unless another one has begun since the call. */
export function leaveIfDenied(status: number, asked: Session | null): void {
  if (status === 401 && asked?.token === getSession()?.token) endSession('expired')
}
