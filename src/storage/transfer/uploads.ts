import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Portable, Portion } from '../../domain/transfer/portable.ts'
import { PIECE_BYTES } from '../../domain/uploads/upload-pieces.ts'
import type { StoredUpload } from '../../domain/uploads/upload-store.ts'
import { openCollection } from '../collections/collection.ts'
import type { Damages } from '../damage/damages.ts'
import { makeFolder, replaceFile, writeAll } from '../files/durable-write.ts'
import { isMissing } from '../files/storage-errors.ts'
import { toUpload, UploadRecord } from '../uploads.ts'
import { inOrder, savingTogether } from './records.ts'

/** Uploads, with their bytes; an upload whose file is missing is reported, and left behind. */
export async function openPortableUploads({
  dir,
  damages,
}: {
  readonly dir: string
  readonly damages: Damages
}): Promise<Portable<StoredUpload, Uint8Array>> {
  const folder = join(dir, 'uploads')
  await makeFolder(folder)
  const records = await openCollection({ dir, damages, name: 'uploads', schema: UploadRecord })
  return { dump, fill }

  async function* dump() {
    for (const { userId, record } of await inOrder(records)) {
      const head = toUpload(userId, record)
      if (await isWhole(head)) yield { head, rows: pieces(pathOf(head)) }
    }
  }

  async function isWhole(upload: StoredUpload): Promise<boolean> {
    const path = pathOf(upload)
    const size = await sizeOf(path)
    if (size === upload.bytes) return true
    await damages.report(path, `has ${size} bytes instead of ${upload.bytes}`)
    return false
  }

  async function fill(portions: AsyncIterable<Portion<StoredUpload, Uint8Array>>): Promise<void> {
    const saving = savingTogether(records)
    for await (const { head, rows } of portions) {
      const { userId, name: id, ...record } = head
      const path = pathOf(head)
      await replaceFile({
        ...{ path, temporaryPath: `${path}.tmp` },
        fill: async (file) => {
          let position = 0
          for await (const some of rows) {
            for (const bytes of some) {
              await writeAll(file, bytes, position)
              position += bytes.length
            }
          }
        },
      })
      await saving.save(userId, { id, ...record })
    }
    await saving.flush()
  }

  function pathOf({ name }: StoredUpload): string {
    return join(folder, name)
  }
}

async function* pieces(path: string): AsyncGenerator<readonly Uint8Array[]> {
  const file = await open(path, 'r')
  try {
    for (;;) {
      const piece = Buffer.allocUnsafe(PIECE_BYTES)
      const { bytesRead } = await file.read(piece, 0, PIECE_BYTES)
      if (bytesRead === 0) return
      yield [piece.subarray(0, bytesRead)]
    }
  } finally {
    await file.close()
  }
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (isMissing(error)) return 0
    throw error
  }
}
