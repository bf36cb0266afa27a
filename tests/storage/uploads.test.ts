import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openUploads } from '../../src/storage/uploads.ts'
import { aDataFolder } from '../support/storage/data-folder.ts'

const nowMs = Date.parse('2026-11-21T13:00:00.000Z')
const open = (dir: string) => openUploads({ dir, now: () => nowMs })
const png = { bytes: Buffer.from([1, 2, 3]), extension: 'png', mimeType: 'image/png' }

test('keeps an image byte for byte under a name nobody can guess', async () => {
  const dir = await aDataFolder()
  const uploads = await open(dir)
  const [image, twin] = [await uploads.save('ana', png), await uploads.save('ana', png)]
  expect(image).toEqual({
    name: expect.stringMatching(/^[0-9a-f]{64}\.png$/),
    path: join(dir, 'uploads', image.name),
    mimeType: 'image/png',
    bytes: 3,
    createdAt: '2026-11-21T13:00:00.000Z',
  })
  expect(twin.name).not.toBe(image.name)
  expect(await readFile(image.path)).toEqual(png.bytes)
  expect((await stat(image.path)).mode & 0o777).toBe(0o600)
})

test('tells whose an image is, also after a restart', async () => {
  const dir = await aDataFolder()
  const image = await (await open(dir)).save('ana', png)
  const uploads = await open(dir)
  expect(await uploads.find('ana', image.name)).toEqual(image)
  expect(await uploads.find('bia', image.name)).toBeUndefined()
  expect(await uploads.findByName(image.name)).toEqual(image)
  expect(await uploads.findByName('../settings.json')).toBeUndefined()
  expect(await uploads.list('ana')).toEqual([image])
  expect(await uploads.list('bia')).toEqual([])
})

test('removes an image for its owner alone', async () => {
  const dir = await aDataFolder()
  const uploads = await open(dir)
  const image = await uploads.save('ana', png)
  expect(await uploads.remove('bia', image.name)).toBe(false)
  expect(await uploads.remove('ana', image.name)).toBe(true)
  expect(await uploads.remove('ana', image.name)).toBe(false)
  expect(await uploads.findByName(image.name)).toBeUndefined()
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
