import { sql } from 'kysely'
import type { Portable, Portion } from '../../domain/transfer/portable.ts'
import type { StoredUpload } from '../../domain/uploads/upload-store.ts'
import { asked, type Database } from '../database.ts'
import { toUpload, type UploadRow } from '../uploads.ts'
import { type Reading, readingAll, rowsOf } from './reading.ts'

/** Of 256 kB each. */
const CHUNKS_AT_ONCE = 4

/** Uploads, byte by byte. */
export function portableUploads(db: Database): Portable<StoredUpload, Uint8Array> {
  return { dump, fill }

  function dump() {
    return readingAll(db, async function* (tx) {
      const uploads = sql<UploadRow>`
        select user_id, name, bytes, body from uploads where is_whole
        order by user_id collate "C", position
      `
      for await (const rows of rowsOf(tx, uploads)) {
        for (const row of rows) yield { head: toUpload(row), rows: chunksOf(tx, row) }
      }
    })
  }

  async function fill(portions: AsyncIterable<Portion<StoredUpload, Uint8Array>>): Promise<void> {
    for await (const { head, rows } of portions) {
      const { userId, name, bytes, ...body } = head
      const place = { user_id: userId, name }
      const row = { ...place, bytes, body: JSON.stringify(body) }
      await asked(() => db.insertInto('uploads').values(row).execute())
      await writeChunks(place, rows)
      const shown = db
        .updateTable('uploads')
        .set({ is_whole: true })
        .where((upload) => upload.and(place))
      await asked(() => shown.execute())
    }
    await asked(() =>
      sql`
        insert into upload_usage (user_id, upload_count, byte_count)
        select user_id, count(*), sum(bytes) from uploads group by user_id
      `.execute(db),
    )
  }

  async function writeChunks(
    place: { readonly user_id: string; readonly name: string },
    rows: AsyncIterable<readonly Uint8Array[]>,
  ): Promise<void> {
    let count = 0
    for await (const pieces of rows) {
      const first = count
      count += pieces.length
      const chunks = pieces.map((bytes, at) => ({
        ...{ ...place, place: first + at, bytes: Buffer.from(bytes) },
      }))
      await asked(() => db.insertInto('upload_chunks').values(chunks).execute())
    }
  }
}

async function* chunksOf(
  tx: Reading,
  { user_id: userId, name }: UploadRow,
): AsyncGenerator<readonly Uint8Array[]> {
  const chunks = sql<{ readonly bytes: Buffer }>`
    select bytes from upload_chunks
    where user_id = ${sql.lit(userId)} and name = ${sql.lit(name)} order by place
  `
  for await (const rows of rowsOf(tx, chunks, CHUNKS_AT_ONCE)) yield rows.map(({ bytes }) => bytes)
}
