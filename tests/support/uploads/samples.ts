import { TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js/index-native.js'
import sharp from 'sharp'
import { aSheet } from '../contacts/xlsx.ts'

/** Small files of every kind that may go with a message. */

type Bytes = Uint8Array<ArrayBuffer>

export function latinBytes(text: string): Bytes {
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

export function joined(...parts: readonly Uint8Array[]): Bytes {
  return new Uint8Array(Buffer.concat(parts))
}

export async function aPicture(format: 'jpeg' | 'png' | 'webp' | 'gif'): Promise<Bytes> {
  const background = { r: 200, g: 150, b: 40 }
  const picture = sharp({ create: { width: 8, height: 6, channels: 3, background } })
  return new Uint8Array(await picture.toFormat(format).toBuffer())
}

/** A box of an ISO media file. */
export function aBox(type: string, ...content: readonly Uint8Array[]): Bytes {
  const size = Buffer.alloc(4)
  size.writeUInt32BE(8 + content.reduce((sum, { length }) => sum + length, 0))
  return joined(size, latinBytes(type), ...content)
}

/** An ISO media file with tracks of these kinds, such as `vide`. */
export function anIso(brand: string, ...handlers: readonly string[]): Bytes {
  const tracks = handlers.map((handler) =>
    aBox(
      'trak',
      aBox('mdia', aBox('hdlr', latinBytes(`\0\0\0\0\0\0\0\0${handler}`), new Uint8Array(13))),
    ),
  )
  return joined(
    aBox('ftyp', latinBytes(`${brand}\0\0\0\0isom`)),
    aBox('mdat', new Uint8Array(100)),
    aBox('moov', aBox('mvhd', new Uint8Array(100)), ...tracks),
  )
}

/** The first page of an Ogg file, and some more bytes. */
export function anOgg(codec = 'OpusHead'): Bytes {
  const page = joined(latinBytes('OggS\0\x02'), new Uint8Array(20), latinBytes('\x01\x13'))
  return joined(page, latinBytes(codec), new Uint8Array(80))
}

/** A frame of MPEG layer III at 128 kbit/s. */
export const anMp3Frame = joined(latinBytes('\xff\xfb\x90\x44'), new Uint8Array(413))

/** @param tagBytes size of the tag before the sound; its content is zeros */
export function anMp3(tagBytes = 0): Bytes {
  const size = [tagBytes >> 21, tagBytes >> 14, tagBytes >> 7, tagBytes].map((part) => part & 0x7f)
  const tag = joined(latinBytes('ID3\x04\0\0'), Uint8Array.from(size), new Uint8Array(tagBytes))
  return joined(...(tagBytes > 0 ? [tag] : []), anMp3Frame, anMp3Frame)
}

export const aPdf = latinBytes('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\nstartxref\n9\n%%EOF\n')

export async function aZip(...names: readonly string[]): Promise<Bytes> {
  const zip = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false })
  for (const name of names) await zip.add(name, new TextReader('<x/>'))
  return new Uint8Array(await zip.close())
}

export const CONTENT_TYPES = '[Content_Types].xml'

export function aDocx(): Promise<Bytes> {
  return aZip(CONTENT_TYPES, '_rels/.rels', 'word/document.xml')
}

export function anXlsxFile(): Promise<Bytes> {
  return aSheet([['Nome']], { parts: { [CONTENT_TYPES]: '<Types/>' } })
}
