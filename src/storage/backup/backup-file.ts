import { z } from 'zod'
import { type FileFormat, headerOf, readHeader } from '../files/file-format.ts'
import { decodeLines, encodeLines } from '../files/whole-lines.ts'

/**
 * A backup is one .zip that any tool opens: the files of a data folder below `dados/`, and at the
 * end a manifest with the length and checksum of each. Files that it does not list are no part of
 * the backup.
 */

export const MANIFEST_NAME = 'disparo-backup.ndjson'
export const FILES_FOLDER = 'dados'
/** Files up to here are written and read in one piece. */
export const SMALL_BYTES = 256 * 1024
/** How the content of an entry is written, by the numbers of the format. */
export const ZipMethod = { stored: 0, deflated: 8 } as const

const format: FileFormat = { name: 'backup', migrations: [] }

const About = z.object({
  /** Version of the program that made it. */
  program: z.string(),
  /** Moment of the backup: it has everything that was on the disk then. */
  at: z.iso.datetime(),
  fileCount: z.int().min(0),
})

const BackedUpFile = z.object({
  /** Below the data folder, with slashes. */
  path: z.string(),
  /** Its name in the archive. */
  entry: z.string(),
  bytes: z.int().min(0),
  sha256: z.string(),
  mtimeMs: z.number(),
})
export type BackedUpFile = z.infer<typeof BackedUpFile>

export type Manifest = z.infer<typeof About> & { readonly files: readonly BackedUpFile[] }

/** The file is no backup, or not as it was written. */
export class BrokenBackupError extends Error {
  readonly path: string
  /** `foreign`: something else; `damaged`: cut off or changed. */
  readonly reason: 'foreign' | 'damaged'

  constructor(
    path: string,
    reason: 'foreign' | 'damaged',
    options: { readonly detail: string; readonly cause?: unknown },
  ) {
    super(`${path}: ${options.detail}`, { cause: options.cause })
    this.name = 'BrokenBackupError'
    this.path = path
    this.reason = reason
  }
}

export function encodeManifest({ files, ...about }: Manifest): string {
  return encodeLines([headerOf(format), about, ...files])
}

/** @throws NewerFormatError, BrokenBackupError */
export function decodeManifest(bytes: Buffer, path: string): Manifest {
  const [header, first, ...rest] = decodeLines(bytes)
  if (readHeader(header, format, path) === undefined) throw damagedManifest(path)
  const about = About.safeParse(first).data
  const files = rest.map((line) => BackedUpFile.safeParse(line).data)
  const whole = files.filter((file) => file !== undefined)
  if (!about || whole.length !== files.length || whole.length !== about.fileCount) {
    throw damagedManifest(path)
  }
  for (const file of whole) if (!isInside(file.path)) throw damagedManifest(path)
  return { ...about, files: whole }
}

function damagedManifest(path: string): BrokenBackupError {
  return new BrokenBackupError(path, 'damaged', { detail: 'the list of its files is not whole' })
}

/**
 * Whether a path stays inside the folder that it is put into, and does not begin with a dot: such
 * names belong to the machine.
 */
function isInside(path: string): boolean {
  if (path.startsWith('.')) return false
  return path
    .split('/')
    .every((part) => part !== '' && part !== '.' && part !== '..' && !/[\\\0]/.test(part))
}
