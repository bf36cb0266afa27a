import { AppError } from '../../contract/errors.ts'

/** Bytes that are read in one go: few calls for a large file, and few bytes in memory. */
export const PIECE_BYTES = 256 * 1024

/** Bytes of an upload from a place in it on. */
export type UploadPart = { readonly from: number; readonly byteCount: number }

/**
 * The bytes of an upload in pieces, from the beginning. While one is used the next is read: where
 * they come from may be far away.
 * @throws AppError `not_found` where the upload is gone, `storage_unavailable` where it ends early
 */
export async function* uploadPieces(
  bytes: number,
  read: (part: UploadPart) => Promise<Uint8Array | null>,
): AsyncGenerator<Uint8Array, void, undefined> {
  let next = readFrom(0)
  for (let from = 0; from < bytes; ) {
    const piece = await next
    if (piece === null) throw new AppError('not_found', 'the upload is gone')
    if (piece.length === 0) throw new AppError('storage_unavailable', `${from} of ${bytes} bytes`)
    from += piece.length
    next = readFrom(from)
    yield piece
  }

  function readFrom(from: number): Promise<Uint8Array | null> {
    if (from >= bytes) return Promise.resolve(null)
    const reading = read({ from, byteCount: Math.min(PIECE_BYTES, bytes - from) })
    // Who stops early does not wait for it.
    reading.catch(() => undefined)
    return reading
  }
}
