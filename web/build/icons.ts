import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { Plugin } from 'vite'

const source = new URL('../public/icons/icon.svg', import.meta.url)

/** Drawn at this size whatever comes out, so that edges are as sharp as they can be. */
const SOURCE_SIZE = 512
const FAVICON_SIZE = 32

/** Draws the pictures of the brand mark that need pixels, from the one drawing of it. */
export function icons(): Plugin {
  return {
    name: 'disparo:icons',
    apply: 'build',
    async generateBundle() {
      this.addWatchFile(source.pathname)
      const rounded = await readFile(source, 'utf8')
      // Where the system cuts its own shape, the corners must not be empty.
      const square = rounded.replace(/ rx="\d+"/, '')
      const emit = (fileName: string, bytes: Uint8Array) =>
        this.emitFile({ type: 'asset', fileName, source: bytes })
      emit('icons/icon-192.png', await draw(rounded, 192))
      emit('icons/icon-512.png', await draw(rounded, 512))
      emit('icons/maskable-512.png', await draw(square, 512))
      emit('icons/apple-touch-icon.png', await draw(square, 180))
      emit('favicon.ico', asIco(await draw(rounded, FAVICON_SIZE)))
    },
  }
}

function draw(svg: string, size: number): Promise<Buffer> {
  const atFullSize = svg.replace('<svg ', `<svg width="${SOURCE_SIZE}" height="${SOURCE_SIZE}" `)
  return sharp(Buffer.from(atFullSize)).resize(size).png({ compressionLevel: 9 }).toBuffer()
}

/** An icon file of one picture: a header of 6 bytes, an entry of 16, and the PNG as it is. */
function asIco(png: Buffer): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(FAVICON_SIZE, 6)
  head.writeUInt8(FAVICON_SIZE, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}
