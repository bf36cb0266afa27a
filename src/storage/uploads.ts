import { randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { StoredImage, UploadStore } from '../domain/uploads/upload-store.ts'
import { openCollection } from './collections/collection.ts'
import { type Damages, openDamages } from './damage/damages.ts'
import { makeFolder, replaceFile, writeAll } from './files/durable-write.ts'
import { storageUnavailable } from './files/storage-errors.ts'

const UploadRecord = z.object({
  /** The file's name. */
  id: z.string(),
  mimeType: z.string(),
  bytes: z.int().min(0),
  createdAt: z.iso.datetime(),
})
type UploadRecord = z.infer<typeof UploadRecord>

/** 256 bits: names cannot be guessed. */
const NAME_BYTES = 32
const EXTENSION_PATTERN = /^[a-z0-9]{1,8}$/

/** Stores images below `uploads` of the data folder, and their owners. */
export async function openUploads({
  dir,
  damages: given,
  now = Date.now,
}: {
  /** The data folder. */
  readonly dir: string
  readonly damages?: Damages
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
    // A crash left the image without an owner, or the records come from an older backup.
    if (!owners.has(name)) await damages.stray(join(folder, name))
  }

  return { save, find, findByName, list, remove }

  async function save(
    userId: string,
    { bytes, extension, mimeType }: Parameters<UploadStore['save']>[1],
  ): Promise<StoredImage> {
    if (!EXTENSION_PATTERN.test(extension)) throw new RangeError('an unusual file extension')
    const name = `${randomBytes(NAME_BYTES).toString('hex')}.${extension}`
    const path = join(folder, name)
    const createdAt = new Date(now()).toISOString()
    const record = { id: name, mimeType, bytes: bytes.length, createdAt }
    try {
      await replaceFile({
        path,
        temporaryPath: `${path}.tmp`,
        fill: (file) => writeAll(file, bytes, 0),
      })
      await records.save(userId, record)
    } catch (error) {
      await rm(path, { force: true })
      throw storageUnavailable(`cannot write ${path}`, error)
    }
    owners.set(name, userId)
    return toImage(record)
  }

  async function find(userId: string, name: string): Promise<StoredImage | undefined> {
    const record = await records.find(userId, name)
    return record && toImage(record)
  }

  async function findByName(name: string): Promise<StoredImage | undefined> {
    const userId = owners.get(name)
    return userId === undefined ? undefined : find(userId, name)
  }

  async function list(userId: string): Promise<readonly StoredImage[]> {
    return (await records.list(userId)).map(toImage)
  }

  async function remove(userId: string, name: string): Promise<boolean> {
    if (!(await records.remove(userId, name))) return false
    owners.delete(name)
    await rm(join(folder, name), { force: true })
    return true
  }

  function toImage({ id, ...record }: UploadRecord): StoredImage {
    return { name: id, path: join(folder, id), ...record }
  }
}
