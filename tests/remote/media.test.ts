import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { createMediaFetcher } from '../../src/remote/media.ts'
import { anyTarget } from '../../src/remote/targets.ts'
import { publicTargets } from '../support/domain/targets.ts'
import { serveTest } from '../support/loopback.ts'

const never = new AbortController().signal
const LIMIT = 16 * 1024 * 1024

/** A host of files that answers as it is told. */
async function aHost(answer: { status?: number; bytes?: Buffer; hangs?: boolean }) {
  const server = createServer((_request, response) => {
    if (answer.hangs) return
    response.writeHead(answer.status ?? 200, { 'content-type': 'Application/PDF; x=1' })
    response.end(answer.bytes)
  })
  return `${await serveTest(server)}/pasta/tabela%20nova.pdf?senha=1`
}

test('a file is fetched with what its host calls it, and base64 is taken with or without a prefix', async () => {
  const fetchMedia = createMediaFetcher({ targets: anyTarget })
  const bytes = Buffer.from('%PDF-1.7')
  expect(await fetchMedia(await aHost({ bytes }), never)).toEqual({
    bytes,
    mimeType: 'application/pdf',
    fileName: 'tabela nova.pdf',
  })
  const text = bytes.toString('base64')
  expect(await fetchMedia(text, never)).toEqual({ bytes, mimeType: null, fileName: null })
  const prefixed = await fetchMedia(`data:image/png;base64,${text}`, never)
  expect(prefixed).toEqual({ bytes, mimeType: 'image/png', fileName: null })
})

test.each([
  ['media_unreachable', { status: 404, bytes: Buffer.from('x') }],
  ['media_unreachable', { bytes: Buffer.alloc(0) }],
  ['media_unreachable', { hangs: true }],
  ['media_too_large', { bytes: Buffer.alloc(LIMIT + 1) }],
])('a host that is of no use is told as %s', async (code, answer) => {
  const fetchMedia = createMediaFetcher({ targets: anyTarget, timeoutMs: 2_000 })
  await expect(fetchMedia(await aHost(answer), never)).rejects.toMatchObject({ code })
})

test('an address that users may not reach is not reached', async () => {
  const fetchMedia = createMediaFetcher({ targets: publicTargets() })
  const url = await aHost({ bytes: Buffer.from('x') })
  await expect(fetchMedia(url, never)).rejects.toMatchObject({ code: 'media_private' })
})

test.each([
  ['data:image/png;name=a.png;base64,', 'image/png'],
  ['data:;base64,', null],
  ['data:image;base64,', null],
])('base64 after %s is of type %s', async (prefix, mimeType) => {
  const fetchMedia = createMediaFetcher({ targets: publicTargets() })
  const bytes = Buffer.from('%PDF-1.7')
  const media = `${prefix}${bytes.toString('base64')}`
  expect(await fetchMedia(media, never)).toEqual({ bytes, mimeType, fileName: null })
})

test.each(['nada!', 'abc', 'https://', 'data:image/png;base64,?'])(
  '%s is no medium',
  async (text) => {
    const fetchMedia = createMediaFetcher({ targets: anyTarget })
    await expect(fetchMedia(text, never)).rejects.toMatchObject({ code: 'media_invalid' })
  },
)

test('ten megabytes of nothing but a type are told as such at once', async () => {
  const fetchMedia = createMediaFetcher({ targets: publicTargets() })
  const media = `data:a/${'a'.repeat(10 * 1024 * 1024)}`
  const before = process.cpuUsage()
  await expect(fetchMedia(media, never)).rejects.toMatchObject({ code: 'media_invalid' })
  // It took ten seconds once; what is left is one look at each character. The processor's own time:
  // other work on the machine takes none of it.
  expect(process.cpuUsage(before).user).toBeLessThan(2_000_000)
})
