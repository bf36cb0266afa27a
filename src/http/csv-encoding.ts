import { isUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'
import { AppError } from '../contract/errors.ts'

export type CsvEncoding = 'utf8' | 'utf16-le' | 'utf16-be' | 'win1252'

/** What is looked at to tell the format of a file. */
const HEAD_BYTES = 64 * 1024

/** First bytes, in hexadecimal, of files that people take for a CSV: xlsx, xls, PDF, pictures, gzip. */
const foreignFormats = [
  '504b0304',
  'd0cf11e0',
  '25504446',
  '89504e47',
  'ffd8ff',
  '47494638',
  '1f8b',
]

/** Tells the encoding of a text from all of its bytes, which pass by in pieces. */
export function createEncodingProbe() {
  const head: Uint8Array[] = []
  let headSize = 0
  let couldBeUtf8 = true
  let rest = Buffer.alloc(0)

  return { look, conclude }

  function look(bytes: Uint8Array): void {
    if (headSize < HEAD_BYTES) {
      // A copy: the piece itself is the network's, and is used again.
      const piece = Buffer.from(bytes.subarray(0, HEAD_BYTES - headSize))
      head.push(piece)
      headSize += piece.length
    }
    if (!couldBeUtf8) return
    const all = Buffer.concat([rest, bytes])
    const whole = all.length - cutOff(all)
    couldBeUtf8 = isUtf8(all.subarray(0, whole))
    rest = Buffer.from(all.subarray(whole))
  }

  /** @throws AppError `not_csv` for what is no text, `file_empty` for nothing but blanks */
  function conclude(): { readonly encoding: CsvEncoding; readonly head: string } {
    const start = Buffer.concat(head)
    const encoding = encodingOf(start, couldBeUtf8 && rest.length === 0)
    const text = iconv.decode(start, encoding)
    refuseForeign(start, text)
    if (text.trim() === '' && start.length < HEAD_BYTES) throw new AppError('file_empty', 'blank')
    return { encoding, head: text }
  }
}

/** Bytes at the end that begin a character without ending it. */
function cutOff(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return 0
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
      return back < length ? back : 0
    }
  }
  return 0
}

function encodingOf(start: Buffer, isValidUtf8: boolean): CsvEncoding {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf16-le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf16-be'
  // Western text in UTF-16 without a mark: every other byte is zero.
  const zeros = countZeros(start)
  if (zeros.odd > start.length / 4 && zeros.even === 0) return 'utf16-le'
  if (zeros.even > start.length / 4 && zeros.odd === 0) return 'utf16-be'
  return isValidUtf8 ? 'utf8' : 'win1252'
}

function countZeros(bytes: Uint8Array): { even: number; odd: number } {
  const zeros = { even: 0, odd: 0 }
  for (const [place, byte] of bytes.entries()) {
    if (byte === 0) zeros[place % 2 === 0 ? 'even' : 'odd'] += 1
  }
  return zeros
}

function refuseForeign(start: Buffer, text: string): void {
  const signature = start.subarray(0, 4).toString('hex')
  const isForeign = foreignFormats.some((format) => signature.startsWith(format))
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what tells text from data
  const hasControls = /[\0-\x08\x0e-\x19\x1c-\x1f]/.test(text)
  if (isForeign || hasControls) throw new AppError('not_csv', `begins with ${signature}`)
}

/** Text of a file in pieces, every line ending in a single line feed and without a byte order mark. */
export async function* decodeLines(
  bytes: AsyncIterable<Uint8Array>,
  encoding: CsvEncoding,
): AsyncIterable<string> {
  const decoder = iconv.getDecoder(encoding)
  let isFirst = true
  let endedInReturn = false
  for await (const piece of bytes) {
    const text = decoder.write(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength))
    yield* normalised(text)
  }
  yield* normalised(decoder.end() ?? '')

  function* normalised(text: string) {
    if (text === '') return
    const marked = isFirst && text.startsWith('\uFEFF') ? text.slice(1) : text
    isFirst = false
    // A line feed after a return that has already been told as a line's end.
    const fresh = endedInReturn && marked.startsWith('\n') ? marked.slice(1) : marked
    endedInReturn = marked.endsWith('\r')
    yield fresh.replace(/\r\n?/g, '\n')
  }
}
