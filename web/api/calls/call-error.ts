import type { FieldError } from '#contract/error-json.ts'
import { messages } from '../../messages.ts'

/** A failed call; `message` is a sentence for the user. */
export class CallError extends Error {
  /** HTTP status; 0 where no answer came. */
  readonly status: number
  readonly code: string
  readonly details: readonly FieldError[]

  constructor(
    message: string,
    facts: {
      readonly status: number
      readonly code: string
      readonly details?: readonly FieldError[]
      readonly cause?: unknown
    },
  ) {
    const isOfProxy = isProxyLimit(facts)
    super(isOfProxy ? messages.request.proxyLimit : message, { cause: facts.cause })
    this.name = 'CallError'
    this.status = facts.status
    this.code = isOfProxy ? 'proxy_limit' : facts.code
    this.details = facts.details ?? []
  }
}

/** Whether a proxy in front of the server, not the server itself, refused the size. */
function isProxyLimit({ status, code }: Pick<CallError, 'status' | 'code'>): boolean {
  return status === 413 && code === 'strange_answer'
}

/** The failure of a call whose answer is not what the contract says. */
export function strangeAnswer(status: number, cause: unknown): CallError {
  return new CallError(messages.request.strange, { status, code: 'strange_answer', cause })
}

/** The failure of a call that got no answer. */
export function offline(cause: unknown): CallError {
  return new CallError(messages.request.offline, { status: 0, code: 'offline', cause })
}

/** The sentence of a failed call: what the server said, or the given one. */
export function sentenceOf(error: unknown, otherwise: string): string {
  return error instanceof CallError ? error.message : otherwise
}

/** The server's own sentence; `undefined` where it gave none that could be read. */
export function serverSentenceOf(error: unknown): string | undefined {
  if (!(error instanceof CallError)) return undefined
  return error.code === 'offline' || error.code === 'strange_answer' ? undefined : error.message
}

/** Whether the call's subject no longer exists. */
export function isGone(error: unknown): boolean {
  return error instanceof CallError && error.status === 404
}

/** Whether the session is over. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof CallError && error.status === 401
}
