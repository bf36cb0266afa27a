import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../contract/errors.ts'

export type TemporaryFile = {
  append(bytes: Uint8Array): Promise<void>
  /** Reads the file from its beginning; may be called again. */
  read(): AsyncIterable<Uint8Array>
}

/**
 * Lends a temporary file to `work`. The file is unlinked as soon as it is open, so that even a
 * crash leaves nothing behind.
 * @throws AppError `storage_unavailable` where the disk refuses it
 */
export async function withTemporaryFile<Result>(
  folder: string,
  work: (file: TemporaryFile) => Promise<Result>,
): Promise<Result> {
  const handle = await create(folder).catch(refused)
  try {
    return await work({
      append: (bytes) => handle.writeFile(bytes).catch(refused),
      read: () => handle.createReadStream({ start: 0, autoClose: false }),
    })
  } finally {
    await handle.close()
  }
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
