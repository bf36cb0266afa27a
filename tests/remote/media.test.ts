import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { openTemporaryFile } from '../../src/http/requests/temporary-file.ts'
import { createMediaFetcher } from '../../src/remote/media.ts'
import { anyTarget, type Targets } from '../../src/remote/targets.ts'
import { publicTargets } from '../support/domain/targets.ts'
import { serveTest } from '../support/loopback.ts'
import { aDataFolder } from '../support/storage/data-folder.ts'

const LIMIT = 100_000
const limits = { limitBytes: LIMIT, timeoutMs: 2_000, signal: new AbortController().signal }

/** What `withMedia` lends of a medium, with all its bytes. */
async function lent(targets: Targets, media: string) {
  const dir = await aDataFolder()
  const withMedia = createMediaFetcher({ targets, openFile: () => openTemporaryFile(dir) })
  return withMedia(media, limits, async ({ read, readAt, ...file }) => {
    const pieces: Uint8Array[] = []
    for await (const piece of read()) pieces.push(piece)
    const bytes = Buffer.concat(pieces)
    expect(file.size).toBe(bytes.length)
    expect(Buffer.from(await readAt(2, 3))).toEqual(bytes.subarray(2, 5))
    const { mimeType, fileName } = file
    return { bytes, mimeType, fileName }
  })
}

/** A host of files that gives `answer`. */
async function aHost(answer: { status?: number; bytes?: Buffer; hangs?: boolean }) {
  const server = createServer((_request, response) => {
    if (answer.hangs) return
    response.writeHead(answer.status ?? 200, { 'content-type': 'Application/PDF; x=1' })
    response.end(answer.bytes)
  })
  return `${await serveTest(server)}/pasta/tabela%20nova.pdf?senha=1`
}

test('a file is fetched with what its host calls it, and base64 is taken with or without a prefix', async () => {
  const fetchMedia = (media: string) => lent(anyTarget, media)
  const bytes = Buffer.from('%PDF-1.7')
  expect(await fetchMedia(await aHost({ bytes }))).toEqual({
    bytes,
    mimeType: 'application/pdf',
    fileName: 'tabela nova.pdf',
  })
  const text = bytes.toString('base64')
  expect(await fetchMedia(text)).toEqual({ bytes, mimeType: null, fileName: null })
  const prefixed = await fetchMedia(`data:image/png;base64,${text}`)
  expect(prefixed).toEqual({ bytes, mimeType: 'image/png', fileName: null })
})

test.each([
  ['media_unreachable', { status: 404, bytes: Buffer.from('x') }],
  ['media_unreachable', { bytes: Buffer.alloc(0) }],
  ['media_unreachable', { hangs: true }],
  ['media_too_large', { bytes: Buffer.alloc(LIMIT + 1) }],
])('a host that is of no use is reported as %s', async (code, answer) => {
  const fetchMedia = (media: string) => lent(anyTarget, media)
  await expect(fetchMedia(await aHost(answer))).rejects.toMatchObject({ code })
})

test('an address that users may not reach is not reached', async () => {
  const fetchMedia = (media: string) => lent(publicTargets(), media)
  const url = await aHost({ bytes: Buffer.from('x') })
  await expect(fetchMedia(url)).rejects.toMatchObject({ code: 'media_private' })
})

test.each([
  ['data:image/png;name=a.png;base64,', 'image/png'],
  ['data:;base64,', null],
  ['data:image;base64,', null],
])('base64 after %s is of type %s', async (prefix, mimeType) => {
  const fetchMedia = (media: string) => lent(publicTargets(), media)
  const bytes = Buffer.from('%PDF-1.7')
  const media = `${prefix}${bytes.toString('base64')}`
  expect(await fetchMedia(media)).toEqual({ bytes, mimeType, fileName: null })
})

test.each(['nada!', 'abc', 'https://', 'data:image/png;base64,?'])(
  '%s is no medium',
  async (text) => {
    const fetchMedia = (media: string) => lent(anyTarget, media)
    await expect(fetchMedia(text)).rejects.toMatchObject({ code: 'media_invalid' })
  },
)

test('ten megabytes of nothing but a type are refused at once', async () => {
  const fetchMedia = (media: string) => lent(publicTargets(), media)
  const media = `data:a/${'a'.repeat(10 * 1024 * 1024)}`
  const before = process.cpuUsage()
  await expect(fetchMedia(media)).rejects.toMatchObject({ code: 'media_invalid' })
  // This once took ten seconds; now each character is looked at once. Measures processor time, of
  // which other work on the machine takes none.
  expect(process.cpuUsage(before).user).toBeLessThan(2_000_000)
})

test('base64 that ends in the middle of a file, or is larger than it may be, is refused', async () => {
  const text = Buffer.alloc(2_000_001, 'x').toString('base64')
  const broken = `${text.slice(0, 1_000_000)}=${text.slice(1_000_001)}`
  const lend = (media: string) => lent(anyTarget, media)
  await expect(lend(broken)).rejects.toMatchObject({ code: 'media_invalid' })
  await expect(lend(text)).rejects.toMatchObject({ code: 'media_too_large' })
})
