import type { FieldError } from '#contract/errors.ts'

/** A call that came to nothing; `message` is a sentence for the user. */
export class CallError extends Error {
  /** 0 where no answer came. */
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
    super(message, { cause: facts.cause })
    this.name = 'CallError'
    this.status = facts.status
    this.code = facts.code
    this.details = facts.details ?? []
  }
}

/** The sentence of a failed call: what the server said, or the given one. */
export function sentenceOf(error: unknown, otherwise: string): string {
  return error instanceof CallError ? error.message : otherwise
}

/** What the server itself said; `undefined` where it was silent or not understood. */
export function serverSentenceOf(error: unknown): string | undefined {
  if (!(error instanceof CallError)) return undefined
  return error.code === 'offline' || error.code === 'strange_answer' ? undefined : error.message
}

/** What was meant is not there any more. */
export function isGone(error: unknown): boolean {
  return error instanceof CallError && error.status === 404
}

/** Nobody is signed in any more. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof CallError && error.status === 401
}
