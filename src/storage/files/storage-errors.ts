import { AppError, type ErrorCode } from '../../contract/errors.ts'

/** A file of the data folder is not what this program wrote: the operator has to look at it. */
export class DamagedFileError extends Error {
  readonly path: string

  constructor(path: string, detail: string, options: { readonly cause?: unknown } = {}) {
    super(`${path}: ${detail}`, options)
    this.name = 'DamagedFileError'
    this.path = path
  }
}

/** A later version of this program wrote the file: this one must not touch the data folder. */
export class NewerFormatError extends Error {
  readonly path: string

  constructor(path: string, found: number, known: number) {
    super(`${path}: format ${found} is newer than this program, which knows ${known}`)
    this.name = 'NewerFormatError'
    this.path = path
  }
}

/** The operating system's own code of an error, such as `ENOENT`. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

export function isMissing(error: unknown): boolean {
  return systemCode(error) === 'ENOENT'
}

/**
 * The error of a file that this program cannot read: `newer_format`, or `damagedCode` where it is
 * damaged. Any other error is returned as it is.
 */
export function unreadable(error: unknown, damagedCode: ErrorCode): unknown {
  if (error instanceof NewerFormatError) return newerFormat(error)
  if (!(error instanceof DamagedFileError)) return error
  return new AppError(damagedCode, error.message, { cause: error })
}

export function newerFormat(error: NewerFormatError): AppError {
  return new AppError('newer_format', error.message, { cause: error })
}

/** A file's name was changed, and the sync that makes this durable failed. */
export class UnsettledNameError extends Error {
  readonly code: string | undefined

  constructor(path: string, cause: unknown) {
    super(`${path} may stand for either content`, { cause })
    this.name = 'UnsettledNameError'
    this.code = systemCode(cause)
  }
}

/** Whether the disk may hold a change although it reported a failure. */
export function mayBeStored(error: unknown): boolean {
  return error instanceof AppError && error.cause instanceof UnsettledNameError
}

/**
 * The error of a change that the disk refused: `storage_unsettled` where the disk may hold it
 * (`mayBeStored`), otherwise `storage_unavailable`.
 */
export function storageUnavailable(detail: string, cause: unknown): AppError {
  if (cause instanceof AppError) return cause
  const code = cause instanceof UnsettledNameError ? 'storage_unsettled' : 'storage_unavailable'
  return new AppError(code, withReason(detail, cause), { cause })
}

/**
 * The error of a refused change that could not be undone on the disk: the next start may find it.
 */
export function storageUnsettled(detail: string, cause: unknown): AppError {
  return new AppError('storage_unsettled', withReason(detail, cause), { cause })
}

function withReason(detail: string, cause: unknown): string {
  const reason = systemCode(cause) ?? (cause instanceof Error ? cause.message : String(cause))
  return `${detail}: ${reason}`
}
