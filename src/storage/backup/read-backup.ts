import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { crc32, inflateRawSync } from 'node:zlib'
import { type FileEntry, Reader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js/index-native.js'
import { NewerFormatError, systemCode } from '../files/storage-errors.ts'
import {
  type BackedUpFile,
  BrokenBackupError,
  decodeManifest,
  MANIFEST_NAME,
  type Manifest,
  SMALL_BYTES,
  ZipMethod,
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
      if (isSmall(wanted, entry)) {
        const content = await contentOf(entry, wanted.bytes).catch((cause: unknown) => {
          throw isOfTheSystem(cause) ? cause : damaged(path, `${wanted.path} cannot be read`, cause)
        })
        if (hash.update(content).digest('hex') !== wanted.sha256) {
          throw damaged(path, `${wanted.path} is not what it was`)
        }
        await take(content)
        return
      }
      let bytes = 0
      const writable = new WritableStream<Uint8Array>({
        async write(piece) {
          hash.update(piece)
          bytes += piece.length
          // Stops at the promised length: an archive can be made to inflate without end.
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

/** Whether a file is read in one piece. Both lengths are checked, since either may be false. */
function isSmall(wanted: BackedUpFile, entry: FileEntry): boolean {
  return wanted.bytes <= SMALL_BYTES && entry.compressedSize <= 2 * SMALL_BYTES
}

/** Reads a small file in one piece, many times faster than through the streams for large ones. */
async function contentOf(entry: FileEntry, bytes: number): Promise<Uint8Array> {
  const packed = await entry.getData(new Uint8ArrayWriter(), { passThrough: true })
  const isStored = entry.compressionMethod === ZipMethod.stored
  const content = isStored ? packed : inflated(packed, bytes)
  if (crc32(content) !== entry.signature) throw new Error('the sum of the content is another')
  return content
}

/** Inflates up to the promised length: an archive can be made to inflate without end. */
function inflated(packed: Uint8Array, bytes: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: bytes + 1 })
  } catch (cause) {
    // Wrapped, since zlib's error codes look like those of the system.
    throw new Error('the content cannot be inflated', { cause })
  }
}

/** Whether the file begins like an archive; its end is only there in a complete one. */
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

/** `ENOSPC`, but not `ERR_INVALID_STATE`, in which a stream of Node 24 hides why it ended. */
const SYSTEM_CODE = /^E[A-Z\d]+$/

function isOfTheSystem(error: unknown): boolean {
  return error instanceof BrokenBackupError || SYSTEM_CODE.test(systemCode(error) ?? '')
}

/** Bytes that are read at once where less is asked for: the next entries follow. */
const AHEAD_BYTES = 512 * 1024

/** Lets zip.js read pieces of a file. */
class HandleReader extends Reader<FileHandle> {
  readonly #file: FileHandle
  #ahead: { readonly start: number; readonly bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) }

  constructor(file: FileHandle, size: number) {
    super(file)
    this.#file = file
    this.size = size
  }

  override async readUint8Array(index: number, length: number): Promise<Uint8Array> {
    if (length >= AHEAD_BYTES) return this.#read(index, length)
    const from = index - this.#ahead.start
    const isThere = from >= 0 && from + length <= this.#ahead.bytes.length
    if (!isThere) this.#ahead = { start: index, bytes: await this.#read(index, AHEAD_BYTES) }
    const start = index - this.#ahead.start
    // Copied: a view would keep all bytes that were read ahead in memory.
    return Uint8Array.from(this.#ahead.bytes.subarray(start, start + length))
  }

  async #read(index: number, length: number): Promise<Buffer> {
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
