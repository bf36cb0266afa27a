import { randomBytes } from 'node:crypto'
import { Agent } from 'node:https'
import { expect, onTestFinished, test } from 'vitest'
import {
  createMediaCertificate,
  createMediaServer,
} from '../../../src/simulator/messages/media-server.ts'
import { createMedia } from '../../../src/simulator/messages/media-store.ts'
import { downloadMedia } from '../../../src/whatsapp/receiving/media-download.ts'

/** A media host with a file, and the part of a message that names it. */
async function aHost(file: Buffer, { refusedWith = null }: { refusedWith?: number | null } = {}) {
  const certificate = await createMediaCertificate()
  const media = createMedia({ maximumBytes: 2 ** 24, failed: () => undefined })
  const { path, mediaKey, sha256 } = media.seal(file, 'document')
  const server = createMediaServer({
    ...{
      certificate,
      media,
      uploaded: () => undefined,
      refusal: () => null,
      loss: () => refusedWith,
    },
    host: () => '127.0.0.1',
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const agent = new Agent({ ca: certificate.caPem, keepAlive: false })
  const part = {
    kind: 'document' as const,
    directPath: path,
    url: `https://127.0.0.1:${port}${path}`,
    mediaKey: mediaKey.toString('base64'),
    sha256: sha256.toString('base64'),
  }
  const get = (
    changed: Partial<typeof part> = {},
    { limitBytes = file.length, unwanted }: { limitBytes?: number; unwanted?: AbortSignal } = {},
  ) =>
    downloadMedia(
      { ...part, ...changed },
      {
        ...{ limitBytes, agent, serverUrl: 'ws://127.0.0.1:1/ws/chat' },
        ...(unwanted && { unwanted }),
      },
    )
  return { part, media, get }
}

test('a file is decrypted as it comes, whatever its length', async () => {
  for (const length of [0, 1, 15, 16, 17, 300_000]) {
    const file = randomBytes(length)
    const { get } = await aHost(file)
    const found = await get()
    expect(Buffer.from(found).equals(file)).toBe(true)
    // The bytes are handed to another thread with all of their buffer.
    expect(found.buffer.byteLength).toBe(length)
  }
})

test('what the host has no more is gone, and a larger file is told from that', async () => {
  const { get } = await aHost(randomBytes(5_000))
  await expect(get({ directPath: '/v/gone.enc' })).rejects.toMatchObject({ failure: 'gone' })
  await expect(get({}, { limitBytes: 4_000 })).rejects.toMatchObject({ failure: 'too_large' })
})

test.each([
  [403, 'gone'],
  [404, 'gone'],
  [410, 'gone'],
  [500, 'failed'],
] as const)('a host that says %d has it no more, or not now: %s', async (refusedWith, failure) => {
  const { get } = await aHost(randomBytes(50), { refusedWith })
  await expect(get()).rejects.toMatchObject({ failure })
})

test('a file that was changed, or is another one, is refused', async () => {
  const { get, media, part } = await aHost(Buffer.from('Tabela de preços'))
  const changed = { failure: 'damaged', message: expect.stringContaining('changed on its way') }
  const other = Buffer.alloc(32, 1).toString('base64')
  await expect(get({ mediaKey: other })).rejects.toMatchObject(changed)
  await expect(get({ mediaKey: '' })).rejects.toMatchObject({ failure: 'damaged' })
  await expect(get({ sha256: other })).rejects.toMatchObject({
    ...{ failure: 'damaged', message: expect.stringContaining('other than the message says') },
  })
  const blob = Buffer.from(media.find(part.directPath) ?? [])
  blob[3] = (blob[3] ?? 0) ^ 1
  media.save(part.directPath, blob)
  await expect(get()).rejects.toMatchObject(changed)
})

test('a message that names another host is asked of WhatsApp’s own', async () => {
  const { get } = await aHost(Buffer.from('x'))
  const refusal = { failure: 'damaged', message: expect.stringContaining('leads to another host') }
  await expect(get({ directPath: '//evil.example/x' })).rejects.toMatchObject(refusal)
  await expect(get({ directPath: '//' })).rejects.toMatchObject(refusal)
})

test('a download that nobody waits for is left', async () => {
  const { get } = await aHost(randomBytes(5_000))
  const left = get({}, { unwanted: AbortSignal.abort() })
  await expect(left).rejects.toMatchObject({ name: 'AbortError' })
})
