import { AppError } from '../../contract/errors.ts'
import type { ImageType } from '../../domain/uploads/uploads.ts'

/** Most pixels: a larger picture is built to exhaust the memory of programs that open it. */
const MAX_PIXELS = 100_000_000

/**
 * Detects an image's type by its bytes: name and declared type may be anything.
 * @throws AppError `image_type` for any other type, and for an unreadable image
 */
export async function imageTypeOf(bytes: Uint8Array): Promise<ImageType> {
  const type = typeByFirstBytes(bytes)
  if (!type) throw new AppError('image_type', 'unknown first bytes')
  // Loading the image library takes a while, and most starts of the daemon never need it.
  const { default: sharp } = await import('sharp')
  try {
    const {
      format,
      width = 0,
      height = 0,
    } = await sharp(bytes, { limitInputPixels: MAX_PIXELS }).metadata()
    if (type === `image/${format}` && width > 0 && height > 0) return type
  } catch (error) {
    throw new AppError('image_type', 'unreadable image', { cause: error })
  }
  throw new AppError('image_type', `${type} turned out to be something else`)
}

function typeByFirstBytes(bytes: Uint8Array): ImageType | undefined {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'image/webp'
  if (/^GIF8[79]a/.test(start)) return 'image/gif'
  return undefined
}
