import { Buffer } from 'node:buffer'

/** Modules of white around the code, as its standard asks. */
const BORDER = 4
const PIXELS_PER_MODULE = 6

/** A QR as a picture that pages can show as it is: a data URL of a PNG. */
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
