import { AppError } from '../contract/errors.ts'

/** A file of the data folder cannot be what this program wrote: a person has to look at it. */
export class DamagedFileError extends Error {
  readonly path: string

  constructor(path: string, detail: string, options: { readonly cause?: unknown } = {}) {
    super(`${path}: ${detail}`, options)
    this.name = 'DamagedFileError'
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

/** What a caller is told when the disk refused a change: nothing of it was kept. */
export function storageUnavailable(detail: string, cause: unknown): AppError {
  if (cause instanceof AppError) return cause
  const reason = systemCode(cause) ?? (cause instanceof Error ? cause.message : String(cause))
  return new AppError('storage_unavailable', `${detail}: ${reason}`, { cause })
}

export type DataDirReason =
  | 'locked'
  | 'no_permission'
  | 'not_a_folder'
  | 'read_only'
  | 'no_space'
  | 'unusable'

/** The data folder cannot be used by this process. */
export class DataDirError extends Error {
  readonly path: string
  readonly reason: DataDirReason
  /** The daemon that uses it, where the reason is `locked`. */
  readonly pid: number | null

  constructor({
    path,
    reason,
    pid = null,
    cause,
  }: {
    readonly path: string
    readonly reason: DataDirReason
    readonly pid?: number | null
    readonly cause?: unknown
  }) {
    super(`data folder ${path}: ${reason}${pid === null ? '' : ` by process ${pid}`}`, { cause })
    this.name = 'DataDirError'
    this.path = path
    this.reason = reason
    this.pid = pid
  }
}

const dataDirReasons: Readonly<Record<string, DataDirReason>> = {
  EACCES: 'no_permission',
  EPERM: 'no_permission',
  ENOTDIR: 'not_a_folder',
  EEXIST: 'not_a_folder',
  EROFS: 'read_only',
  ENOSPC: 'no_space',
  EDQUOT: 'no_space',
}

export function toDataDirError(path: string, cause: unknown): DataDirError {
  if (cause instanceof DataDirError) return cause
  return new DataDirError({
    path,
    reason: dataDirReasons[systemCode(cause) ?? ''] ?? 'unusable',
    cause,
  })
}
