import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { anApp, asForm, asJson, errorOf } from '../../support/http/app.ts'
import { PUBLIC_URL } from '../../support/http/services.ts'

const picture = sharp({
  create: { width: 8, height: 6, channels: 3, background: { r: 200, g: 150, b: 40 } },
})

async function anUploader() {
  const { register, request } = await anApp()
  const person = await register()
  const send = (bytes: string | Uint8Array<ArrayBuffer>, name?: string) =>
    person.call(
      '/api/upload/image',
      asForm({}, { field: 'image', bytes, ...(name !== undefined && { name }) }),
    )
  return { request, person, send }
}

describe('an image', () => {
  test.each([
    ['jpeg', 'jpg', 'image/jpeg'],
    ['png', 'png', 'image/png'],
    ['webp', 'webp', 'image/webp'],
    ['gif', 'gif', 'image/gif'],
  ] as const)('%s is served byte for byte under its own URL', async (format, ending, type) => {
    const { request, send } = await anUploader()
    const bytes = new Uint8Array(await picture.clone().toFormat(format).toBuffer())
    // The name and its extension make no difference.
    const response = await send(bytes, 'foto.exe')
    expect(response.status).toBe(201)
    const { imageUrl }: { imageUrl: string } = await response.json()
    expect(imageUrl).toMatch(new RegExp(`^${PUBLIC_URL}/uploads/[0-9a-f]{64}\\.${ending}$`))

    const served = await request(imageUrl.slice(PUBLIC_URL.length))
    expect(new Uint8Array(await served.arrayBuffer())).toEqual(bytes)
    expect(Object.fromEntries(served.headers)).toMatchObject({
      'content-type': type,
      'content-length': String(bytes.length),
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
    })
  })

  test('answers HEAD without its bytes', async () => {
    const { request, send } = await anUploader()
    const bytes = new Uint8Array(await picture.clone().png().toBuffer())
    const { imageUrl }: { imageUrl: string } = await (await send(bytes)).json()
    const head = await request(imageUrl.slice(PUBLIC_URL.length), { method: 'HEAD' })
    expect(head.headers.get('content-length')).toBe(String(bytes.length))
    expect(await head.text()).toBe('')
  })

  test.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a page', '<html>'],
    ['the beginning of a PNG', '\x89PNG\r\n\x1a\n'],
    ['a script behind a GIF mark', 'GIF89a/*<script>*/'],
  ])('is not %s', async (_, content) => {
    const { send } = await anUploader()
    const bytes = Uint8Array.from(content, (character) => character.charCodeAt(0))
    expect(await errorOf(await send(bytes, 'foto.png'))).toMatchObject({
      status: 415,
      code: 'image_type',
    })
  })

  test('of more than 5 MB is refused', async () => {
    const { send } = await anUploader()
    const response = await send(new Uint8Array(5 * 1024 * 1024 + 1))
    expect(await errorOf(response)).toMatchObject({ status: 413, code: 'image_too_large' })
  })

  test('that is empty or missing is refused', async () => {
    const { send, person } = await anUploader()
    expect(await errorOf(await send(''))).toMatchObject({ status: 400, code: 'file_empty' })
    const missing = await person.call('/api/upload/image', asForm({ other: 'x' }))
    expect(await errorOf(missing)).toMatchObject({ status: 400, code: 'file_missing' })
    const json = await person.call('/api/upload/image', asJson({}))
    expect(await errorOf(json)).toMatchObject({ status: 415, code: 'not_multipart' })
  })
})

test.each(['/uploads/x.png', '/uploads/..%2fdb%2fusers.png', '/uploads/', '/uploads/a.svg'])(
  'nothing is served under %s',
  async (path) => {
    const { request } = await anUploader()
    expect((await request(path)).status).toBe(404)
  },
)
