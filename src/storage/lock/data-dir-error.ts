import { systemCode } from '../files/storage-errors.ts'

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
