import { createHash, randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTemporaryFile, type TemporaryFile } from '../../../src/http/requests/temporary-file.ts'
import { temporaryFolder } from '../../support/daemon/daemon.ts'

/** The bytes that the file writes at once. */
const WRITTEN_BYTES = 256 * 1024

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let file: TemporaryFile

beforeEach(async () => {
  folder = await temporaryFolder('temporary-file')
  file = await openTemporaryFile(folder.path)
})

afterEach(async () => {
  await file.close()
  await folder.remove()
})

/** Appends bytes as a connection brings them: in pieces of every size. */
async function appendInPieces(bytes: Buffer): Promise<void> {
  for (let from = 0, length = 1; from < bytes.length; from += length) {
    length = ((length * 7) % 65_536) + 1
    await file.append(bytes.subarray(from, from + length))
  }
}

async function readAll(): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of file.read()) pieces.push(piece)
  return Buffer.concat(pieces)
}

test.each([
  ['one byte', 1],
  ['less than is written at once', WRITTEN_BYTES - 1],
  ['what is written at once', WRITTEN_BYTES],
  ['more than three times as much', 3 * WRITTEN_BYTES + 77],
])('%s is read as it was appended, twice', async (_, byteCount) => {
  const bytes = randomBytes(byteCount)
  await appendInPieces(bytes)

  expect(await file.size()).toBe(byteCount)
  expect((await readAll()).equals(bytes)).toBe(true)
  expect((await readAll()).equals(bytes)).toBe(true)
  expect(await file.digest()).toBe(createHash('sha256').update(bytes).digest('hex'))
})

test('several who read at once each get what they asked for', async () => {
  const bytes = randomBytes(WRITTEN_BYTES + 10)
  await appendInPieces(bytes)

  const [beginning, end, beyond, size] = await Promise.all([
    file.readAt(0, 5),
    file.readAt(WRITTEN_BYTES, 100),
    file.readAt(bytes.length, 100),
    file.size(),
  ])
  expect(Buffer.from(beginning).equals(bytes.subarray(0, 5))).toBe(true)
  expect(Buffer.from(end).equals(bytes.subarray(WRITTEN_BYTES))).toBe(true)
  expect(beyond).toHaveLength(0)
  expect(size).toBe(bytes.length)
})

test('whoever leaves in the middle of a file may read it again', async () => {
  const bytes = randomBytes(WRITTEN_BYTES)
  await appendInPieces(bytes)
  for await (const piece of file.read()) {
    expect(Buffer.from(piece).equals(bytes.subarray(0, piece.length))).toBe(true)
    break
  }
  expect((await readAll()).equals(bytes)).toBe(true)
})

test('no name is left in the folder while it is open', async () => {
  await file.append(randomBytes(2 * WRITTEN_BYTES))
  expect(await readdir(folder.path)).toEqual([])
})

test('bytes that cannot be written are refused, at once or when they are read', async () => {
  const other = await openTemporaryFile(folder.path)
  await other.close()
  await expect(other.append(randomBytes(WRITTEN_BYTES))).rejects.toMatchObject({
    code: 'storage_unavailable',
  })
  await expect(other.readAt(0, 1)).rejects.toMatchObject({ code: 'storage_unavailable' })
})
