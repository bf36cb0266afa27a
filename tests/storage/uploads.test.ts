import {
  type FileHandle,
  mkdir,
  open as openFile,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type UploadPart, uploadPieces } from '../../src/domain/uploads/upload-pieces.ts'
import type { StoredUpload } from '../../src/domain/uploads/upload-store.ts'
import { openUploads } from '../../src/storage/uploads.ts'
import { aDataFolder } from '../support/storage/data-folder.ts'

const nowMs = Date.parse('2026-11-21T13:00:00.000Z')
const open = (dir: string) => openUploads({ dir, now: () => nowMs })
const png = { bytes: Buffer.from([1, 2, 3]), extension: 'png', mimeType: 'image/png' }

test('keeps an image as a file that nobody else may read', async () => {
  const dir = await aDataFolder()
  const { name } = await (await open(dir)).save('ana', png)
  const path = join(dir, 'uploads', name)
  expect(await readFile(path)).toEqual(png.bytes)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})

test('a file that is gone from the folder is gone; one that lost its end is no whole one', async () => {
  const dir = await aDataFolder()
  const uploads = await open(dir)
  const [lost, cut] = [await uploads.save('ana', png), await uploads.save('ana', png)]
  await rm(join(dir, 'uploads', lost.name))
  await truncate(join(dir, 'uploads', cut.name), 2)
  const allOf = async ({ name, bytes }: StoredUpload) => {
    const pieces: Uint8Array[] = []
    const read = (part: UploadPart) => uploads.read('ana', name, part)
    for await (const piece of uploadPieces(bytes, read)) pieces.push(piece)
  }
  await expect(allOf(lost)).rejects.toMatchObject({ code: 'not_found' })
  await expect(allOf(cut)).rejects.toMatchObject({ code: 'storage_unavailable' })
})

test('removes the file of an image with its record', async () => {
  const dir = await aDataFolder()
  const uploads = await open(dir)
  const { name } = await uploads.save('ana', png)
  await uploads.remove('ana', name)
  expect(await readdir(join(dir, 'uploads'))).toEqual([])
})

test('clears away images that a crash left without an owner', async () => {
  const dir = await aDataFolder()
  const image = await (await open(dir)).save('ana', png)
  await writeFile(join(dir, 'uploads', `${'0'.repeat(64)}.png`), 'stray')
  await writeFile(join(dir, 'uploads', `${image.name}.tmp`), 'half')
  await open(dir)
  expect(await readdir(join(dir, 'uploads'))).toEqual([image.name])
})

test('keeps neither file nor record when the disk refuses either', async () => {
  const dir = await aDataFolder()
  const uploads = await open(dir)
  const block = join(dir, 'db', 'uploads', `1.json.${process.pid}.tmp`)
  await mkdir(block)
  await expect(uploads.save('ana', png)).rejects.toMatchObject({ code: 'storage_unavailable' })
  expect(await uploads.list('ana')).toEqual([])
  expect(await readdir(join(dir, 'uploads'))).toEqual([])
  await rm(block, { recursive: true, force: true })
  await rm(join(dir, 'uploads'), { recursive: true })
  await expect(uploads.save('ana', png)).rejects.toMatchObject({ code: 'storage_unavailable' })
})

test('keeps the file of a record that the disk may hold, though it was refused', async () => {
  const dir = await aDataFolder()
  const uploads = await open(dir)
  await uploads.save('ana', png)
  const records = join(dir, 'db', 'uploads')
  const block = join(records, `1.json.${process.pid}.tmp`)
  // The new name is there, but may not survive, and the old one cannot be put back.
  const restore = await refuseNamesOf(records, () => mkdir(block))
  await expect(uploads.save('ana', png)).rejects.toMatchObject({ code: 'storage_unsettled' })
  restore()
  await rm(block, { recursive: true })

  expect(await uploads.list('ana')).toHaveLength(1)
  const again = await open(dir)
  const found = await again.list('ana')
  expect(found).toHaveLength(2)
  for (const { name } of found) {
    expect(await again.read('ana', name, { from: 0, byteCount: 3 })).toEqual(
      new Uint8Array(png.bytes),
    )
  }
  // The next write settles the name.
  await uploads.save('ana', png)
})

/** Keeps the disk from confirming the names of a folder, until the returned call. */
async function refuseNamesOf(folder: string, onRefusal: () => Promise<unknown>) {
  const handle = await openFile(folder)
  const anyFile: FileHandle = Object.getPrototypeOf(handle)
  await handle.close()
  const { ino } = await stat(folder)
  const { sync } = anyFile
  const spy = vi.spyOn(anyFile, 'sync').mockImplementation(async function (this: FileHandle) {
    if ((await this.stat()).ino !== ino) return sync.call(this)
    await onRefusal()
    throw Object.assign(new Error('sync failed'), { code: 'EIO' })
  })
  const restore = () => spy.mockRestore()
  onTestFinished(restore)
  return restore
}
