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
  return {
    append: (bytes) => handle.writeFile(bytes).catch(refused),
    read,
    readAt,
    size: async () => (await handle.stat()).size,
    digest: () => digestOf(read()),
    close: () => handle.close(),
  }

  // A stream that is left before its end would close the file, which may be read again.
  async function* read(): AsyncGenerator<Uint8Array, void, undefined> {
    for (let position = 0; ; ) {
      const piece = await readAt(position, PIECE_BYTES)
      if (piece.length === 0) return
      position += piece.length
      yield piece
    }
  }

  async function readAt(position: number, byteCount: number): Promise<Uint8Array> {
    const buffer = Buffer.alloc(byteCount)
    const { bytesRead } = await handle.read(buffer, 0, byteCount, position)
    return buffer.subarray(0, bytesRead)
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
