import sharp from 'sharp'
import { expect, test } from 'vitest'
import { toSticker } from '../../../src/http/requests/sticker.ts'

const SIDE = 2

/** An animated picture, each of whose frames differs from the one before. */
function moving(pages: number): Promise<Uint8Array> {
  const shape = { width: SIDE, height: SIDE * pages, channels: 3, pageHeight: SIDE } as const
  const bytes = Buffer.from(
    Array.from({ length: SIDE * SIDE * 3 * pages }, (_, at) => (at * 97) % 251),
  )
  return sharp(bytes, { raw: shape }).webp({ effort: 0, loop: 0 }).toBuffer()
}

test('a picture that moves stays one, of the size of stickers', async () => {
  const sticker = await toSticker(await moving(3))
  expect(await sharp(sticker, { animated: true }).metadata()).toMatchObject({
    ...{ format: 'webp', pages: 3, width: 512, pageHeight: 512 },
  })
})

test('a small file of very many pictures is refused, before any is drawn', async () => {
  await expect(toSticker(await moving(301))).rejects.toMatchObject({ code: 'image_type' })
})
