import { randomBytes } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { AppError } from '../contract/errors.ts'
import type { Quotas } from '../domain/quotas.ts'
import { newUploadName, wholeUpload } from '../domain/uploads/new-upload.ts'
import { PIECE_BYTES, type UploadPart } from '../domain/uploads/upload-pieces.ts'
import type { NewUpload, StoredUpload, UploadStore } from '../domain/uploads/upload-store.ts'
import { asked, type Database, inTransaction, ownWork } from './database.ts'
import type { Tables } from './tables.ts'
import { toColumn } from './texts.ts'

/** The fields of an upload that no query needs. As JSON they take any file name. */
const UploadBody = z.object({
  mimeType: z.string(),
  createdAt: z.string(),
  fileName: z.string().exactOptional(),
})

export type UploadRow = {
  readonly user_id: string
  readonly name: string
  readonly bytes: string
  readonly body: unknown
}

/** Bytes of a row. A part that a reader asks for is in one row, or in two. */
const CHUNK_BYTES = PIECE_BYTES
/** Chunks of one statement: few round trips, and few bytes in memory. */
const CHUNKS_AT_ONCE = 4
/** Longer than any upload takes: an older unfinished one was given up. */
const UNFINISHED_KEPT = '1 day'

/** Stores files in chunks, each a row. */
export function openUploadRows({
  db,
  quotas,
  now = Date.now,
}: {
  readonly db: Database
  readonly quotas: Pick<Quotas, 'uploads' | 'uploadBytes'>
  /** Epoch milliseconds. */
  readonly now?: () => number
}): UploadStore {
  const whole = () =>
    db
      .selectFrom('uploads')
      .where('is_whole', '=', true)
      .select(['user_id', 'name', 'bytes', 'body'])

  return {
    save: (userId, file) => saveFile(userId, wholeUpload(file)),
    ...{ saveFile, find, findByName, read, list, remove },
  }

  async function saveFile(
    userId: string,
    { content, size, extension, mimeType, fileName }: NewUpload,
  ): Promise<StoredUpload> {
    const name = newUploadName(extension, randomBytes)
    const createdAt = new Date(now()).toISOString()
    const body = { mimeType, createdAt, ...(fileName !== undefined && { fileName }) }
    await checkRoom(userId, size)
    const row = { user_id: userId, name, bytes: size, body: JSON.stringify(body) }
    await asked(() => db.insertInto('uploads').values(row).execute())
    try {
      await writeChunks(userId, name, content())
      await finish(userId, name, size)
    } catch (error) {
      await discard(userId, name)
      throw error
    }
    return { userId, name, bytes: size, ...body }
  }

  async function writeChunks(
    userId: string,
    name: string,
    content: AsyncIterable<Uint8Array>,
  ): Promise<void> {
    let place = 0
    for await (const some of inBatches(inChunks(content), CHUNKS_AT_ONCE)) {
      const first = place
      place += some.length
      const rows = some.map((bytes, at) => ({ user_id: userId, name, place: first + at, bytes }))
      await asked(() => db.insertInto('upload_chunks').values(rows).execute())
    }
  }

  /** Refuses an upload that certainly does not fit before anything is written. */
  async function checkRoom(userId: string, size: number): Promise<void> {
    const used = await asked(() =>
      db
        .selectFrom('upload_usage')
        .where('user_id', '=', userId)
        .select(['upload_count', 'byte_count'])
        .executeTakeFirst(),
    )
    const { upload_count: count = '0', byte_count: bytes = '0' } = used ?? {}
    const isOver = Number(count) + 1 > quotas.uploads || Number(bytes) + size > quotas.uploadBytes
    if (isOver) throw quotaReached()
  }

  /** Counts the upload if it still fits the quota, and makes it visible. */
  async function finish(userId: string, name: string, size: number): Promise<void> {
    await inTransaction(db, async (tx) => {
      await tx
        .insertInto('upload_usage')
        .values({ user_id: userId, upload_count: 0, byte_count: 0 })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      const hasRoom = await count(tx, userId, { uploads: 1, bytes: size })
      ownWork(() => {
        if (!hasRoom) throw quotaReached()
      })
      const shown = await tx
        .updateTable('uploads')
        .set({ is_whole: true })
        .where((row) => row.and({ user_id: userId, name }))
        .returning('name')
        .executeTakeFirst()
      ownWork(() => {
        if (!shown) throw new AppError('storage_unavailable', 'the upload was cleared away')
      })
    })
  }

  /** Deletes an unfinished upload. What a crash leaves is invisible, and cleared away later. */
  async function discard(userId: string, name: string): Promise<void> {
    const discarding = asked(() =>
      db
        .deleteFrom('uploads')
        .where((row) => row.and({ user_id: userId, name, is_whole: false }))
        .execute(),
    )
    await discarding.catch(() => undefined)
  }

  async function count(
    tx: Transaction<Tables>,
    userId: string,
    more: { readonly uploads: number; readonly bytes: number },
  ): Promise<boolean> {
    const counted = await tx
      .updateTable('upload_usage')
      .set({
        upload_count: sql<string>`upload_count + ${more.uploads}::bigint`,
        byte_count: sql<string>`byte_count + ${more.bytes}::bigint`,
      })
      .where('user_id', '=', userId)
      .where((row) =>
        row.or([
          sql<boolean>`${more.uploads}::bigint < 0`,
          row.and([
            sql<boolean>`upload_count + ${more.uploads}::bigint <= ${quotas.uploads}::bigint`,
            sql<boolean>`byte_count + ${more.bytes}::bigint <= ${quotas.uploadBytes}::bigint`,
          ]),
        ]),
      )
      .returning('user_id')
      .executeTakeFirst()
    return counted !== undefined
  }

  async function find(userId: string, name: string): Promise<StoredUpload | undefined> {
    const query = whole().where((row) => row.and({ user_id: userId, name: toColumn(name) }))
    const row = await asked(() => query.executeTakeFirst())
    return row && toUpload(row)
  }

  async function findByName(name: string): Promise<StoredUpload | undefined> {
    const row = await asked(() => whole().where('name', '=', toColumn(name)).executeTakeFirst())
    return row && toUpload(row)
  }

  async function list(userId: string): Promise<readonly StoredUpload[]> {
    const query = whole().where('user_id', '=', userId).orderBy('position', 'desc')
    return (await asked(() => query.execute())).map(toUpload)
  }

  async function read(
    userId: string,
    name: string,
    { from, byteCount }: UploadPart,
  ): Promise<Uint8Array | null> {
    const upload = await find(userId, name)
    if (!upload) return null
    const end = Math.min(from + byteCount, upload.bytes)
    if (from >= end) return new Uint8Array()
    const first = Math.floor(from / CHUNK_BYTES)
    const chunks = await asked(() =>
      db
        .selectFrom('upload_chunks')
        .where((row) => row.and({ user_id: userId, name }))
        .where('place', '>=', first)
        .where('place', '<=', Math.floor((end - 1) / CHUNK_BYTES))
        .orderBy('place')
        .select('bytes')
        .execute(),
    )
    // The upload was removed since it was found.
    if (chunks.length === 0) return null
    const before = first * CHUNK_BYTES
    const bytes = Buffer.concat(chunks.map((chunk) => chunk.bytes))
    return bytes.subarray(from - before, end - before)
  }

  async function remove(userId: string, name: string): Promise<boolean> {
    return inTransaction(db, async (tx) => {
      const removed = await tx
        .deleteFrom('uploads')
        .where((row) => row.and({ user_id: userId, name: toColumn(name), is_whole: true }))
        .returning('bytes')
        .executeTakeFirst()
      if (!removed) return false
      await count(tx, userId, { uploads: -1, bytes: -Number(removed.bytes) })
      return true
    })
  }
}

/** Deletes uploads that were begun long ago and never finished. */
export async function removeUnfinishedUploads(db: Database): Promise<void> {
  await asked(() =>
    db
      .deleteFrom('uploads')
      .where('is_whole', '=', false)
      .where('begun_at', '<', sql<Date>`now() - ${UNFINISHED_KEPT}::interval`)
      .execute(),
  )
}

export function toUpload({ user_id: userId, name, bytes, body }: UploadRow): StoredUpload {
  return { userId, name, bytes: Number(bytes), ...UploadBody.parse(body) }
}

function quotaReached(): AppError {
  return new AppError('upload_quota', 'more than the user may have')
}

/** Cuts bytes into chunks of one size; the last one has what is left. */
async function* inChunks(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let chunk = Buffer.allocUnsafe(CHUNK_BYTES)
  let length = 0
  for await (const bytes of content) {
    for (let at = 0; at < bytes.length; ) {
      const some = bytes.subarray(at, at + CHUNK_BYTES - length)
      chunk.set(some, length)
      length += some.length
      at += some.length
      if (length < CHUNK_BYTES) continue
      yield chunk
      chunk = Buffer.allocUnsafe(CHUNK_BYTES)
      length = 0
    }
  }
  if (length > 0) yield chunk.subarray(0, length)
}

async function* inBatches<Item>(
  items: AsyncIterable<Item>,
  size: number,
): AsyncGenerator<readonly Item[]> {
  let batch: Item[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
