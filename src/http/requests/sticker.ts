import { AppError } from '../../contract/errors.ts'
import { imageTypeOf } from './image.ts'

/** The side of WhatsApp's stickers, in pixels. */
const SIDE = 512
/** Above these, phones do not show a sticker. */
const STILL_LIMIT_BYTES = 100 * 1024
const MOVING_LIMIT_BYTES = 500 * 1024
const MAX_PIXELS = 100_000_000
/** Ten seconds of movement, as phones show it: each picture costs as much as a still sticker. */
const MAX_PAGES = 300
/** Tried one after the other until the sticker is small enough. */
const QUALITIES = [80, 60, 40, 20, 5] as const

/**
 * Makes a sticker of a picture: a square WebP whose room beside the picture is transparent; one that
 * moves goes on moving.
 * @throws AppError `image_type` for what is no picture, moves for too long, or stays too large
 */
export async function toSticker(bytes: Uint8Array): Promise<Uint8Array> {
  await imageTypeOf(bytes)
  const { default: sharp } = await import('sharp')
  try {
    const picture = sharp(bytes, { animated: true, limitInputPixels: MAX_PIXELS })
    const { pages = 1 } = await picture.metadata()
    if (pages > MAX_PAGES) throw new Error(`${pages} pictures`)
    const limitBytes = pages > 1 ? MOVING_LIMIT_BYTES : STILL_LIMIT_BYTES
    const transparent = { r: 0, g: 0, b: 0, alpha: 0 }
    const square = picture.resize(SIDE, SIDE, { fit: 'contain', background: transparent })
    for (const quality of QUALITIES) {
      const sticker = await square.clone().webp({ quality, effort: 3 }).toBuffer()
      if (sticker.length <= limitBytes) return sticker
    }
  } catch (cause) {
    throw new AppError('image_type', 'a picture that cannot be drawn', { cause })
  }
  throw new AppError('image_type', 'a picture that stays too large for a sticker')
}
