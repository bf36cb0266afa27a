/** What a command's exit code says; part of the public contract. */
export const ExitCode = {
  done: 0,
  failed: 1,
  usage: 2,
  notSignedIn: 3,
  unreachable: 4,
  /** Ended by Ctrl+C or SIGTERM, as shells number it. */
  interrupted: 130,
} as const
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode]

export type ErrorDetail = { readonly path: string; readonly message: string }

/** An expected failure of a command: the message is the Portuguese sentence its user reads. */
export class CommandError extends Error {
  readonly exitCode: ExitCode
  /** For scripts: the server's own code, or one of ours. */
  readonly code: string
  readonly details: readonly ErrorDetail[]

  constructor(
    message: string,
    options: {
      readonly exitCode?: ExitCode
      readonly code?: string
      readonly details?: readonly ErrorDetail[]
      readonly cause?: unknown
    } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'CommandError'
    this.exitCode = options.exitCode ?? ExitCode.failed
    this.code = options.code ?? 'failed'
    this.details = options.details ?? []
  }
}

/** Refused rows that are listed one by one. */
const DETAILS_SHOWN = 20

/** The sentence of a refusal; "the highlighted fields" means nothing on a command line. */
export function refusalSentence(refusal: {
  readonly code: string
  readonly message: string
  readonly details: readonly ErrorDetail[]
}): string {
  const { code, message } = refusal
  // A detail with the same sentence adds nothing.
  const details = refusal.details.filter((detail) => detail.message !== message)
  if (details.length === 0) return message
  if (code === 'invalid') return details.map((detail) => detail.message).join('\n')
  const shown = details.slice(0, DETAILS_SHOWN).map((one) => `  ${one.path}: ${one.message}`)
  const more = details.length > shown.length ? [`  … e mais ${details.length - shown.length}`] : []
  return [message, ...shown, ...more].join('\n')
}

export function wrongUsage(message: string): CommandError {
  return new CommandError(message, { exitCode: ExitCode.usage, code: 'usage' })
}

export function notSignedIn(message: string): CommandError {
  return new CommandError(message, { exitCode: ExitCode.notSignedIn, code: 'unauthorized' })
}

/** The command was ended from outside while it waited. */
export class Interrupted extends Error {
  constructor() {
    super('interrupted')
    this.name = 'Interrupted'
  }
}

/** The `code` of a system error such as `ENOENT`. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
