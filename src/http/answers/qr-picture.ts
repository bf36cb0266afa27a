import { Buffer } from 'node:buffer'

/** Width of the white border in modules, as the standard requires. */
const BORDER = 4
const PIXELS_PER_MODULE = 6

/** Draws a QR code as a data URL of a PNG. */
export async function drawQr(text: string): Promise<string> {
  // Both take a while to load, and most starts of the daemon need neither.
  const { encode } = await import('uqr')
  const { default: sharp } = await import('sharp')
  const { data, size } = encode(text, { border: BORDER })
  const pixels = Buffer.from(data.flat().map((isDark) => (isDark ? 0 : 255)))
  const png = await sharp(pixels, { raw: { width: size, height: size, channels: 1 } })
    .resize(size * PIXELS_PER_MODULE, size * PIXELS_PER_MODULE, { kernel: 'nearest' })
    .png({ palette: true, colours: 2 })
    .toBuffer()
  return `data:image/png;base64,${png.toString('base64')}`
}
