import { randomBytes } from 'node:crypto'
import { open, readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { Quotas } from '../domain/quotas.ts'
import { newUploadName, wholeUpload } from '../domain/uploads/new-upload.ts'
import type { UploadPart } from '../domain/uploads/upload-pieces.ts'
import { withUploadQuota } from '../domain/uploads/upload-quota.ts'
import type { NewUpload, StoredUpload, UploadStore } from '../domain/uploads/upload-store.ts'
import { openCollection } from './collections/collection.ts'
import { type Damages, openDamages } from './damage/damages.ts'
import { makeFolder, replaceFile, type WritableFile, writeAll } from './files/durable-write.ts'
import { isMissing, mayBeStored, storageUnavailable } from './files/storage-errors.ts'

export const UploadRecord = z.object({
  /** The file's name. */
  id: z.string(),
  mimeType: z.string(),
  bytes: z.int().min(0),
  createdAt: z.iso.datetime(),
  fileName: z.string().exactOptional(),
})
export type UploadRecord = z.infer<typeof UploadRecord>

/** Stores files below `uploads` of the data folder, and their owners. */
export async function openUploads({
  dir,
  damages: given,
  quotas,
  now = Date.now,
}: {
  /** The data folder. */
  readonly dir: string
  readonly damages?: Damages
  /** What one user may have; left out: whatever fits on the disk. */
  readonly quotas?: Pick<Quotas, 'uploads' | 'uploadBytes'>
  /** Epoch milliseconds. */
  readonly now?: () => number
}): Promise<UploadStore> {
  const folder = resolve(dir, 'uploads')
  const damages = given ?? (await openDamages({ dir }))
  await makeFolder(folder)
  const records = await openCollection({ dir, damages, name: 'uploads', schema: UploadRecord })
  const owners = new Map<string, string>()
  for (const { userId, record } of await records.listAll()) owners.set(record.id, userId)
  for (const name of await readdir(folder)) {
    // A crash left the file without an owner, or the records come from an older backup.
    if (!owners.has(name)) await damages.stray(join(folder, name))
  }

  const store: UploadStore = {
    save: (userId, file) => saveFile(userId, wholeUpload(file)),
    ...{ saveFile, find, findByName, read, list, remove },
  }
  return quotas ? withUploadQuota(store, quotas) : store

  async function saveFile(
    userId: string,
    { content, size, extension, mimeType, fileName }: NewUpload,
  ): Promise<StoredUpload> {
    const name = newUploadName(extension, randomBytes)
    const path = join(folder, name)
    const createdAt = new Date(now()).toISOString()
    const record = {
      ...{ id: name, mimeType, bytes: size, createdAt },
      ...(fileName !== undefined && { fileName }),
    }
    try {
      await replaceFile({
        path,
        temporaryPath: `${path}.tmp`,
        fill: (file) => writePieces(file, content()),
      })
      await records.save(userId, record)
    } catch (error) {
      // The next start may find the refused record after all, and needs its file then.
      if (!mayBeStored(error)) await rm(path, { force: true })
      throw storageUnavailable(`cannot write ${path}`, error)
    }
    owners.set(name, userId)
    return toUpload(userId, record)
  }

  async function find(userId: string, name: string): Promise<StoredUpload | undefined> {
    const record = await records.find(userId, name)
    return record && toUpload(userId, record)
  }

  async function findByName(name: string): Promise<StoredUpload | undefined> {
    const userId = owners.get(name)
    return userId === undefined ? undefined : find(userId, name)
  }

  async function list(userId: string): Promise<readonly StoredUpload[]> {
    return (await records.list(userId)).map((record) => toUpload(userId, record))
  }

  async function read(
    userId: string,
    name: string,
    { from, byteCount }: UploadPart,
  ): Promise<Uint8Array | null> {
    const record = await records.find(userId, name)
    if (!record) return null
    const wanted = Math.max(0, Math.min(byteCount, record.bytes - from))
    try {
      return await readBytes(join(folder, name), { from, byteCount: wanted })
    } catch (error) {
      if (isMissing(error)) return null
      throw storageUnavailable('cannot read an upload', error)
    }
  }

  async function remove(userId: string, name: string): Promise<boolean> {
    if (!(await records.remove(userId, name))) return false
    owners.delete(name)
    await rm(join(folder, name), { force: true })
    return true
  }
}

export function toUpload(userId: string, { id, ...record }: UploadRecord): StoredUpload {
  return { userId, name: id, ...record }
}

async function readBytes(path: string, { from, byteCount }: UploadPart): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const bytes = new Uint8Array(byteCount)
    let length = 0
    while (length < byteCount) {
      const { bytesRead } = await file.read(bytes, length, byteCount - length, from + length)
      if (bytesRead === 0) break
      length += bytesRead
    }
    return bytes.subarray(0, length)
  } finally {
    await file.close()
  }
}

async function writePieces(file: WritableFile, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  let position = 0
  for await (const bytes of pieces) {
    await writeAll(file, bytes, position)
    position += bytes.length
  }
}
