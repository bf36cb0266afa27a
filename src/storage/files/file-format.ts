import { z } from 'zod'
import { DamagedFileError, NewerFormatError } from './storage-errors.ts'

/** Makes a record or line of the next version out of one of the version before it. */
export type Migration = (value: unknown) => unknown

/** Format named in a file's first line. Files without such a line are of version 1. */
export type FileFormat = {
  readonly name: string
  /** The first one migrates from version 1 to 2, and so on to the present version. */
  readonly migrations: readonly Migration[]
}

const Header = z.object({ format: z.string(), version: z.int().min(1) })

/** Migration for a version that only added the first line. */
export const unchanged: Migration = (value) => value

export function headerOf({ name, migrations }: FileFormat): z.infer<typeof Header> {
  return { format: name, version: migrations.length + 1 }
}

/**
 * The version of the file that begins with this line; `undefined` where the line is no header.
 * @throws NewerFormatError, and DamagedFileError for the header of another kind of file
 */
export function readHeader(line: unknown, format: FileFormat, path: string): number | undefined {
  const header = Header.safeParse(line).data
  if (!header) return undefined
  if (header.format !== format.name) {
    throw new DamagedFileError(path, `is of the kind ${header.format} instead of ${format.name}`)
  }
  const { version } = headerOf(format)
  if (header.version > version) throw new NewerFormatError(path, header.version, version)
  return header.version
}

/** Whether a line, by its offset in the file, is the header. @throws as `readHeader` does */
export function isHeader(
  { value, offset }: { readonly value: unknown; readonly offset: number },
  format: FileFormat,
  path: string,
): boolean {
  return offset === 0 && readHeader(value, format, path) !== undefined
}

/** Migrates a value from a file of this version to the present one. */
export function migrate(value: unknown, version: number, { migrations }: FileFormat): unknown {
  return migrations.slice(version - 1).reduce((older, migration) => migration(older), value)
}
