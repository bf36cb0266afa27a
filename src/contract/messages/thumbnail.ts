import { THUMBNAIL_LIMIT_BYTES } from '../limits.ts'

/** Base64 makes four characters of three bytes. */
const LIMIT_LENGTH = Math.ceil(THUMBNAIL_LIMIT_BYTES / 3) * 4
/** The first bytes of every JPEG, ff d8 ff, in base64. */
const JPEG_START = '/9j/'
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/**
 * Reads the preview that WhatsApp sends along with a medium, as base64. Gateways write its bytes as
 * base64, as an array, or as an object keyed by index. Null unless it is a small JPEG.
 */
export function readThumbnail(given: unknown): string | null {
  const text = typeof given === 'string' ? given : textOf(bytesOf(given))
  const isGood = text.length <= LIMIT_LENGTH && text.startsWith(JPEG_START) && BASE64.test(text)
  return isGood ? text : null
}

function bytesOf(given: unknown): readonly unknown[] {
  if (Array.isArray(given)) return given
  if (typeof given !== 'object' || given === null) return []
  // The JSON form of a Buffer.
  if ('data' in given && Array.isArray(given.data)) return given.data
  return Object.values(given)
}

function textOf(bytes: readonly unknown[]): string {
  if (bytes.length > THUMBNAIL_LIMIT_BYTES || !bytes.every(isByte)) return ''
  return btoa(String.fromCharCode(...bytes))
}

function isByte(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 255
}
