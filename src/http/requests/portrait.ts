import { AppError } from '../../contract/errors.ts'
import { imageTypeOf } from './image.ts'

/** The side of WhatsApp's profile pictures, in pixels. */
const SIDE = 640
const MAX_PIXELS = 100_000_000
const QUALITY = 80

/**
 * Makes a profile picture of a picture: a square JPEG of its middle, the right way up.
 * @throws AppError `image_type` for what is no picture
 */
export async function toPortrait(bytes: Uint8Array): Promise<Uint8Array> {
  await imageTypeOf(bytes)
  const { default: sharp } = await import('sharp')
  try {
    return await sharp(bytes, { limitInputPixels: MAX_PIXELS })
      .rotate()
      .resize(SIDE, SIDE, { fit: 'cover' })
      .flatten({ background: 'white' })
      .jpeg({ quality: QUALITY })
      .toBuffer()
  } catch (cause) {
    throw new AppError('image_type', 'a picture that cannot be drawn', { cause })
  }
}
