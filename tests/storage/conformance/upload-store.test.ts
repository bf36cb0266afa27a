import { describe, expect, onTestFinished, test } from 'vitest'
import { PIECE_BYTES, uploadPieces } from '../../../src/domain/uploads/upload-pieces.ts'
import type { StoredUpload, UploadStore } from '../../../src/domain/uploads/upload-store.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'
import { type OpenUploads, uploadEngines } from '../../support/storage/engines/upload-engines.ts'
import { dropDatabasesAfterwards } from '../../support/storage/postgres.ts'

dropDatabasesAfterwards()

/** What every implementation of `UploadStore` promises. */

const now = () => Date.parse('2026-11-21T13:00:00.000Z')
const plenty = { uploads: 1_000, uploadBytes: 2 ** 30 }
const png = { bytes: Buffer.from([1, 2, 3]), extension: 'png', mimeType: 'image/png' }
const LARGE_BYTES = 5 * PIECE_BYTES + 12_345

/** Bytes that differ from place to place. */
const large = Buffer.from(Uint32Array.from({ length: LARGE_BYTES }, (_, at) => at * 7).buffer)
  .subarray(0, LARGE_BYTES)
  .map((byte, at) => byte ^ (at >> 16))

/** Yields pieces of a size that matches no boundary of the store. */
async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += 100_003)
    yield bytes.subarray(from, from + 100_003)
}

const film = {
  ...{ extension: 'mp4', mimeType: 'video/mp4', size: large.length },
  content: () => piecesOf(large),
}

async function aStore(open: OpenUploads, quotas = plenty) {
  const dir = await aDataFolder()
  const opened: { close: () => Promise<unknown> }[] = []
  onTestFinished(async () => {
    for (const { close } of opened) await close()
  })
  const another = async (): Promise<UploadStore> => {
    const { store, close } = await open({ dir, quotas, now })
    opened.push({ close })
    return store
  }
  return { store: await another(), another }
}

async function allOf(store: UploadStore, { userId, name, bytes }: StoredUpload): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of uploadPieces(bytes, (part) => store.read(userId, name, part))) {
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

describe.each(Object.entries(uploadEngines))(
  'a store of uploads in %s',
  (_, { open, hasManyWriters }) => {
    test('keeps a file byte for byte under a name nobody can guess, also when it is opened again', async () => {
      const { store, another } = await aStore(open)
      const [image, twin] = [await store.save('ana', png), await store.save('ana', png)]
      expect(image).toEqual({
        ...{ userId: 'ana', name: expect.stringMatching(/^[0-9a-f]{64}\.png$/) },
        ...{ mimeType: 'image/png', bytes: 3, createdAt: '2026-11-21T13:00:00.000Z' },
      })
      expect(twin.name).not.toBe(image.name)
      const long = await store.saveFile('ana', film)
      for (const opened of [store, await another()]) {
        expect(await opened.find('ana', image.name)).toEqual(image)
        expect(await allOf(opened, image)).toEqual(png.bytes)
        expect((await allOf(opened, long)).equals(large)).toBe(true)
      }
    })

    test('reads any part of a file, as far as it goes', async () => {
      const { store } = await aStore(open)
      const { name } = await store.saveFile('ana', film)
      const part = (from: number, byteCount: number) => store.read('ana', name, { from, byteCount })
      const places = [0, 1, PIECE_BYTES - 1, PIECE_BYTES, 2 * PIECE_BYTES + 5, large.length - 3]
      for (const from of places) {
        for (const byteCount of [1, 7, PIECE_BYTES, 2 * PIECE_BYTES]) {
          const wanted = large.subarray(from, from + byteCount)
          expect(Buffer.from((await part(from, byteCount)) ?? []).equals(wanted)).toBe(true)
        }
      }
      expect(await part(large.length, 5)).toHaveLength(0)
      expect(await part(large.length + 9, 5)).toHaveLength(0)
    })

    test('keeps the name that a file came with, whatever is in it, and an empty file', async () => {
      const { store, another } = await aStore(open)
      const fileName = 'Preços 🧾 \u0000\ud83d".pdf'
      const empty = { extension: 'pdf', mimeType: 'application/pdf', size: 0, fileName }
      const saved = await store.saveFile('ana', { ...empty, content: () => piecesOf(Buffer.of()) })
      expect(await (await another()).find('ana', saved.name)).toEqual(saved)
      expect(saved).toMatchObject({ fileName, bytes: 0 })
      expect(await allOf(store, saved)).toEqual(Buffer.of())
    })

    test('finds, lists, reads and removes only the uploads of their owner; by its name anybody’s', async () => {
      const { store } = await aStore(open)
      const image = await store.save('ana', png)
      const other = await store.save('bia', png)
      const newer = await store.save('ana', png)
      expect(await store.find('bia', image.name)).toBeUndefined()
      expect(await store.read('bia', image.name, { from: 0, byteCount: 3 })).toBeNull()
      expect(await store.remove('bia', image.name)).toBe(false)
      expect(await store.list('ana')).toEqual([newer, image])
      expect(await store.findByName(other.name)).toEqual(other)
      for (const name of ['../settings.json', '\0', `${other.name}\0`]) {
        expect(await store.findByName(name)).toBeUndefined()
        expect(await store.find('ana', name)).toBeUndefined()
        expect(await store.remove('ana', name)).toBe(false)
      }
      expect(await store.remove('ana', image.name)).toBe(true)
      expect(await store.remove('ana', image.name)).toBe(false)
      expect(await store.findByName(image.name)).toBeUndefined()
      expect(await store.read('ana', image.name, { from: 0, byteCount: 3 })).toBeNull()
      expect(await store.list('ana')).toEqual([newer])
    })

    test('keeps nothing of a file whose source fails, and refuses an ending that is a path', async () => {
      const { store } = await aStore(open, { uploads: 1, uploadBytes: large.length })
      async function* cutOff() {
        yield large.subarray(0, 3 * PIECE_BYTES)
        throw new Error('the line was cut')
      }
      const cut = store.saveFile('ana', { ...film, content: cutOff })
      await expect(cut).rejects.toThrow('the line was cut')
      await expect(store.save('ana', { ...png, extension: '../x' })).rejects.toThrow(RangeError)
      expect(await store.list('ana')).toEqual([])
      // The failed file takes no room either.
      expect(await allOf(store, await store.saveFile('ana', film))).toHaveLength(large.length)
    })

    test('refuses what goes beyond a user’s share, in number or in bytes, until something goes', async () => {
      const { store } = await aStore(open, { uploads: 2, uploadBytes: 8 })
      const first = await store.save('ana', png)
      await expect(store.save('ana', { ...png, bytes: Buffer.alloc(6) })).rejects.toMatchObject({
        code: 'upload_quota',
      })
      await store.save('ana', png)
      const third = { ...png, bytes: Buffer.alloc(1) }
      await expect(store.save('ana', third)).rejects.toMatchObject({ code: 'upload_quota' })
      await store.save('bia', png)
      expect(await store.list('ana')).toHaveLength(2)
      await store.remove('ana', first.name)
      await store.save('ana', third)
      expect(await store.list('ana')).toHaveLength(2)
    })

    test('of many uploads at once no more are kept than a user may have', async () => {
      const { store, another } = await aStore(open, { uploads: 3, uploadBytes: 100 })
      const stores = hasManyWriters ? [store, await another(), await another()] : [store]
      const saving = Array.from({ length: 12 }, (_none, place) =>
        stores[place % stores.length]?.save('ana', png),
      )
      const results = await Promise.allSettled(saving)
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
      for (const result of results) {
        if (result.status === 'rejected') expect(result.reason.code).toBe('upload_quota')
      }
      expect(await store.list('ana')).toHaveLength(3)
    })

    test('of two that remove one upload at once, one does', async () => {
      const { store, another } = await aStore(open, { uploads: 1, uploadBytes: 100 })
      const other = hasManyWriters ? await another() : store
      const { name } = await store.save('ana', png)
      const removed = await Promise.all([store.remove('ana', name), other.remove('ana', name)])
      expect(removed.toSorted()).toEqual([false, true])
      // The room of the removed upload is free once, not twice.
      await store.save('ana', png)
      await expect(other.save('ana', png)).rejects.toMatchObject({ code: 'upload_quota' })
    })
  },
)
