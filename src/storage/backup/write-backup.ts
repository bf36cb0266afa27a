import { createHash } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { crc32, deflateRawSync } from 'node:zlib'
import { Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js/index-native.js'
import {
  type BackedUpFile,
  encodeManifest,
  FILES_FOLDER,
  MANIFEST_NAME,
  SMALL_BYTES,
  ZipMethod,
} from './backup-file.ts'
import type { StagedFile, Staging } from './staging.ts'

export type BackupProgress = (state: {
  readonly bytes: number
  readonly totalBytes: number
  readonly fileCount: number
}) => void

const PIECE_BYTES = 256 * 1024
const TINY_BITS = 12
const TINY_LEVEL = 5
/** How often a file is read that changes while it is read. */
const READS = 5
/** Files that are compressed already are stored as they are. */
const COMPRESSED = /\.(?:jpe?g|png|webp|gif|mp4|ogg|mp3|m4a|pdf|docx|xlsx)$/

/** Writes what was staged as one archive, piece by piece. */
export async function writeBackup({
  staging,
  writable,
  program,
  onProgress,
  signal,
}: {
  readonly staging: Pick<Staging, 'files' | 'at'>
  readonly writable: WritableStream<Uint8Array>
  /** Version of the program. */
  readonly program: string
  readonly onProgress: BackupProgress
  readonly signal: AbortSignal
}): Promise<readonly BackedUpFile[]> {
  const zip = new ZipWriter(writable, { useWebWorkers: false, keepOrder: true })
  const totalBytes = staging.files.reduce((sum, { bytes }) => sum + bytes, 0)
  const files: BackedUpFile[] = []
  let done = 0
  const onBytes = (bytes: number) => {
    signal.throwIfAborted()
    done += bytes
    onProgress({ bytes: done, totalBytes, fileCount: files.length })
  }
  try {
    for (const file of staging.files) {
      const add = file.bytes > SMALL_BYTES ? addFile : addSmallFile
      files.push(await add(zip, file, onBytes))
    }
    const about = { program, at: staging.at.toISOString(), fileCount: files.length }
    const manifest = Buffer.from(encodeManifest({ ...about, files }))
    await zip.add(MANIFEST_NAME, readableOf(only(manifest)))
    await zip.close()
  } catch (error) {
    await writable.abort(error).catch(() => undefined)
    throw error
  }
  return files
}

/**
 * Adds a file in the length that was noted. Where it was cut off or changed within that meanwhile,
 * as by a refused import to a list, it is added again under another name, and the last entry
 * counts.
 */
async function addFile(
  zip: ZipWriter<unknown>,
  { path, stagedPath, ...noted }: StagedFile,
  onBytes: (bytes: number) => void,
): Promise<BackedUpFile> {
  const file = await open(stagedPath, 'r')
  let { bytes, mtimeMs } = noted
  try {
    for (let read = 1; ; read += 1) {
      const entry = `${FILES_FOLDER}/${path}${read === 1 ? '' : `~${read}`}`
      const hash = createHash('sha256')
      const pieces = piecesOf(file, bytes, (piece) => {
        hash.update(piece)
        onBytes(piece.length)
      })
      const level = COMPRESSED.test(path) ? { level: 0 } : {}
      const added = await zip.add(entry, readableOf(pieces), level)
      const sha256 = hash.digest('hex')
      const isWhole = added.uncompressedSize === bytes
      if (isWhole && (await isStill(file, { bytes, mtimeMs, sha256 }))) {
        return { path, entry, bytes, sha256, mtimeMs }
      }
      if (read === READS) throw new Error(`${path} was changed each time that it was read`)
      const now = await file.stat()
      bytes = now.size
      mtimeMs = now.mtimeMs
    }
  } finally {
    await file.close()
  }
}

/**
 * Adds a file in one piece. Most files are small, and the streams for large ones take many times as
 * long as the work on a small one.
 */
async function addSmallFile(
  zip: ZipWriter<unknown>,
  { path, stagedPath, ...noted }: StagedFile,
  onBytes: (bytes: number) => void,
): Promise<BackedUpFile> {
  const { content, mtimeMs } = readAtRest(path, stagedPath, noted)
  const entry = `${FILES_FOLDER}/${path}`
  const isStored = COMPRESSED.test(path)
  await zip.add(entry, new Uint8ArrayReader(isStored ? content : deflated(content)), {
    passThrough: true,
    compressionMethod: isStored ? ZipMethod.stored : ZipMethod.deflated,
    uncompressedSize: content.length,
    signature: crc32(content),
  })
  onBytes(content.length)
  const sha256 = createHash('sha256').update(content).digest('hex')
  return { path, entry, bytes: content.length, sha256, mtimeMs }
}

/**
 * Compresses a tiny file with little memory: to allocate the usual amount costs more than the work.
 */
function deflated(content: Buffer): Buffer {
  const isTiny = content.length <= 2 ** TINY_BITS
  return deflateRawSync(content, isTiny ? { windowBits: TINY_BITS, memLevel: TINY_LEVEL } : {})
}

/**
 * Reads a small file synchronously: nothing else runs in this process, and to wait for each read
 * would take longer than the read.
 */
function readAtRest(
  path: string,
  stagedPath: string,
  noted: Pick<StagedFile, 'bytes' | 'mtimeMs'>,
): { readonly content: Buffer; readonly mtimeMs: number } {
  const file = openSync(stagedPath, 'r')
  let { bytes, mtimeMs } = noted
  try {
    for (let read = 1; read <= READS; read += 1) {
      const content = readStart(file, bytes)
      const now = fstatSync(file)
      const isStill = now.mtimeMs === mtimeMs && now.size === bytes
      // Lines that were appended meanwhile change nothing of the noted part.
      if (isStill || readStart(file, bytes).equals(content)) {
        if (content.length === bytes) return { content, mtimeMs }
      }
      bytes = now.size
      mtimeMs = now.mtimeMs
    }
    throw new Error(`${path} was changed each time that it was read`)
  } finally {
    closeSync(file)
  }
}

function readStart(file: number, bytes: number): Buffer {
  const content = Buffer.alloc(bytes)
  let done = 0
  while (done < bytes) {
    const count = readSync(file, content, done, bytes - done, done)
    if (count === 0) break
    done += count
  }
  return content.subarray(0, done)
}

/** Whether the part that was read is unchanged; more may have been appended. */
async function isStill(
  file: FileHandle,
  read: Pick<BackedUpFile, 'bytes' | 'mtimeMs' | 'sha256'>,
): Promise<boolean> {
  const { mtimeMs, size } = await file.stat()
  if (mtimeMs === read.mtimeMs && size === read.bytes) return true
  const hash = createHash('sha256')
  for await (const piece of piecesOf(file, read.bytes)) hash.update(piece)
  return hash.digest('hex') === read.sha256
}

async function* piecesOf(
  file: FileHandle,
  bytes: number,
  onPiece: (piece: Uint8Array) => void = () => undefined,
): AsyncGenerator<Uint8Array, void> {
  for (let position = 0; position < bytes; ) {
    const piece = Buffer.allocUnsafe(Math.min(PIECE_BYTES, bytes - position))
    const { bytesRead } = await file.read(piece, 0, piece.length, position)
    if (bytesRead === 0) return
    position += bytesRead
    onPiece(piece.subarray(0, bytesRead))
    yield piece.subarray(0, bytesRead)
  }
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield bytes
}

function readableOf(pieces: AsyncGenerator<Uint8Array, void>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
}
