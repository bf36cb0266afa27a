import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createDrawing } from '../../../src/http/requests/drawing.ts'

test('one user’s pictures are drawn one after the other, and no more of them wait than fit', async () => {
  const { toPortrait, toSticker } = createDrawing()
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const ended: string[] = []
  const draw = async (userId: string, name: string) => {
    await toSticker(userId, picture)
    ended.push(name)
  }
  const accepted = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => draw('ana', name))
  await expect(toPortrait('ana', picture)).rejects.toMatchObject({
    ...{ code: 'too_many', retryAfterSeconds: 5 },
  })
  accepted.push(draw('bia', 'b1'))
  await Promise.all(accepted)
  expect(ended.filter((name) => name.startsWith('a'))).toEqual(['a1', 'a2', 'a3', 'a4', 'a5'])
  // Another user's picture does not wait for all of them.
  expect(ended.indexOf('b1')).toBeLessThan(ended.indexOf('a5'))
  expect((await sharp(await toPortrait('ana', picture)).metadata()).format).toBe('jpeg')
})
