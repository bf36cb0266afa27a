import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { type FileEntry, Reader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js/index-native.js'
import { NewerFormatError, systemCode } from '../files/storage-errors.ts'
import {
  type BackedUpFile,
  BrokenBackupError,
  decodeManifest,
  MANIFEST_NAME,
  type Manifest,
} from './backup-file.ts'

const ARCHIVE_START = Buffer.from('PK\u0003\u0004', 'latin1')

export type OpenBackup = {
  readonly manifest: Manifest
  /**
   * Reads a file to its end, in pieces.
   * @throws BrokenBackupError where it is not what the manifest says
   */
  read(file: BackedUpFile, take: (piece: Uint8Array) => Promise<void> | void): Promise<void>
  close(): Promise<void>
}

/** @throws BrokenBackupError, NewerFormatError; system errors where there is no such file */
export async function openBackup(path: string): Promise<OpenBackup> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    if (!(await isArchive(file))) {
      throw new BrokenBackupError(path, 'foreign', { detail: 'is no archive' })
    }
    const zip = new ZipReader(new HandleReader(file, size), { useWebWorkers: false })
    const entries = await entriesOf(zip, path)
    const manifest = await readManifest(entries, path)
    return { manifest, read, close: () => file.close() }

    async function read(
      wanted: BackedUpFile,
      take: (piece: Uint8Array) => Promise<void> | void,
    ): Promise<void> {
      const entry = entries.get(wanted.entry)
      if (!entry) throw damaged(path, `${wanted.path} is missing`)
      const hash = createHash('sha256')
      let bytes = 0
      const writable = new WritableStream<Uint8Array>({
        async write(piece) {
          hash.update(piece)
          bytes += piece.length
          // Never more than was promised: an archive can be made to swell.
          if (bytes > wanted.bytes) throw damaged(path, `${wanted.path} is too long`)
          await take(piece)
        },
      })
      await entry.getData(writable, { checkSignature: true }).catch((cause: unknown) => {
        throw isOfTheSystem(cause) ? cause : damaged(path, `${wanted.path} cannot be read`, cause)
      })
      if (bytes !== wanted.bytes || hash.digest('hex') !== wanted.sha256) {
        throw damaged(path, `${wanted.path} is not what it was`)
      }
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function entriesOf(
  zip: ZipReader<unknown>,
  path: string,
): Promise<ReadonlyMap<string, FileEntry>> {
  const entries = new Map<string, FileEntry>()
  try {
    for await (const entry of zip.getEntriesGenerator()) {
      if (!entry.directory) entries.set(entry.filename, entry)
    }
    return entries
  } catch (cause) {
    if (isOfTheSystem(cause)) throw cause
    throw damaged(path, 'is not a whole archive', cause)
  }
}

/** Whether it begins as one: how it ends is only known of one that is whole. */
async function isArchive(file: FileHandle): Promise<boolean> {
  const start = Buffer.alloc(ARCHIVE_START.length)
  await file.read(start, 0, start.length, 0)
  return start.equals(ARCHIVE_START)
}

async function readManifest(
  entries: ReadonlyMap<string, FileEntry>,
  path: string,
): Promise<Manifest> {
  const entry = entries.get(MANIFEST_NAME)
  if (!entry) throw new BrokenBackupError(path, 'foreign', { detail: 'is no backup' })
  try {
    const bytes = await entry.getData(new Uint8ArrayWriter(), { checkSignature: true })
    return decodeManifest(Buffer.from(bytes), path)
  } catch (cause) {
    if (cause instanceof BrokenBackupError || cause instanceof NewerFormatError) throw cause
    if (isOfTheSystem(cause)) throw cause
    throw damaged(path, 'the list of its files cannot be read', cause)
  }
}

function damaged(path: string, detail: string, cause?: unknown): BrokenBackupError {
  return new BrokenBackupError(path, 'damaged', { detail, cause })
}

function isOfTheSystem(error: unknown): boolean {
  return error instanceof BrokenBackupError || systemCode(error)?.startsWith('E') === true
}

/** Lets zip.js read pieces of a file. */
class HandleReader extends Reader<FileHandle> {
  readonly #file: FileHandle

  constructor(file: FileHandle, size: number) {
    super(file)
    this.#file = file
    this.size = size
  }

  override async readUint8Array(index: number, length: number): Promise<Uint8Array> {
    const bytes = Buffer.alloc(Math.max(0, Math.min(length, this.size - index)))
    let done = 0
    while (done < bytes.length) {
      const { bytesRead } = await this.#file.read(bytes, done, bytes.length - done, index + done)
      if (bytesRead === 0) break
      done += bytesRead
    }
    return bytes.subarray(0, done)
  }
}
