import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../contract/errors.ts'

export type TemporaryFile = {
  append(bytes: Uint8Array): Promise<void>
  /** Reads the file from its beginning; may be called again. */
  read(): AsyncIterable<Uint8Array>
  /** Reads so many bytes from a place, or fewer at the end. */
  readAt(position: number, byteCount: number): Promise<Uint8Array>
  size(): Promise<number>
  /** SHA-256 of the bytes, in hexadecimal. */
  digest(): Promise<string>
  close(): Promise<void>
}

/** Bytes that are read at once. */
const PIECE_BYTES = 64 * 1024
/** Bytes that are written at once: those that arrive come in small pieces. */
const WRITTEN_BYTES = 256 * 1024
/** Pieces that wait at most, however small they are. */
const WAITING_MAX = 64

/** Lends a temporary file to `work`. */
export async function withTemporaryFile<Result>(
  folder: string,
  work: (file: TemporaryFile) => Promise<Result>,
): Promise<Result> {
  const file = await openTemporaryFile(folder)
  try {
    return await work(file)
  } finally {
    await file.close()
  }
}

/**
 * Opens a temporary file. It is unlinked as soon as it is open, so that even a crash leaves nothing
 * behind.
 * @throws AppError `storage_unavailable` where the disk refuses it
 */
export async function openTemporaryFile(folder: string): Promise<TemporaryFile> {
  const handle = await create(folder).catch(refused)
  let waiting: Uint8Array[] = []
  let waitingBytes = 0
  let written = Promise.resolve()
  return {
    append,
    read,
    readAt,
    size,
    digest: () => digestOf(read()),
    close: () => handle.close(),
  }

  async function append(bytes: Uint8Array): Promise<void> {
    waiting.push(bytes)
    waitingBytes += bytes.length
    if (waitingBytes >= WRITTEN_BYTES || waiting.length >= WAITING_MAX) await write()
  }

  /** Writes what waits, behind what is being written. */
  function write(): Promise<void> {
    if (waiting.length > 0) {
      const pieces = waiting
      waiting = []
      waitingBytes = 0
      written = written.then(() => writeAll(handle, pieces)).catch(refused)
    }
    return written
  }

  async function size(): Promise<number> {
    await write()
    return (await handle.stat()).size
  }

  // Not a stream of the handle: one that is left early closes the file, which may be read again.
  async function* read(): AsyncGenerator<Uint8Array, void, undefined> {
    let position = 0
    let piece = await readAt(position, PIECE_BYTES)
    while (piece.length > 0) {
      position += piece.length
      // The next piece comes from the disk while this one is worked on.
      const next = readAt(position, PIECE_BYTES)
      // A reader that leaves before the end does not await it.
      next.catch(() => undefined)
      yield piece
      piece = await next
    }
  }

  async function readAt(position: number, byteCount: number): Promise<Uint8Array> {
    await write()
    const buffer = Buffer.alloc(byteCount)
    const { bytesRead } = await handle.read(buffer, 0, byteCount, position)
    return buffer.subarray(0, bytesRead)
  }
}

/** Writes the pieces at the end of the file. */
async function writeAll(handle: FileHandle, pieces: readonly Uint8Array[]): Promise<void> {
  const byteCount = pieces.reduce((sum, { length }) => sum + length, 0)
  const { bytesWritten } = await handle.writev(pieces)
  // A disk that is nearly full may write only a part.
  if (bytesWritten < byteCount) {
    await handle.writeFile(Buffer.concat(pieces).subarray(bytesWritten))
  }
}

async function digestOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of pieces) hash.update(piece)
  return hash.digest('hex')
}

async function create(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${randomUUID()}.tmp`)
  const handle = await open(path, 'wx+', 0o600)
  await unlink(path)
  return handle
}

function refused(error: unknown): never {
  throw new AppError('storage_unavailable', 'a temporary file', { cause: error })
}
