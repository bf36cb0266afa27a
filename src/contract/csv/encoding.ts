/** The encodings that a CSV's first bytes can show. */

export type CsvEncoding = 'utf8' | 'utf16-le' | 'utf16-be' | 'win1252'

/** How much of a file is read to recognise its format. */
export const CSV_HEAD_BYTES = 64 * 1024

/** First bytes, in hexadecimal, of formats mistaken for CSV: xlsx, xls, PDF, pictures, gzip. */
const foreignFormats = [
  '504b0304',
  'd0cf11e0',
  '25504446',
  '89504e47',
  'ffd8ff',
  '47494638',
  '1f8b',
]

/**
 * Recognises the encoding by `start`, the file's first bytes; UTF-8 takes a check of all of them.
 */
export function encodingOf(start: Uint8Array, isValidUtf8: boolean): CsvEncoding {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf16-le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf16-be'
  // Western text in UTF-16 without a byte order mark: every other byte is zero.
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

/** Whether a file is text, judged by its beginning. `text` is `start`, decoded. */
export function isText(start: Uint8Array, text: string): boolean {
  const signature = signatureOf(start)
  if (foreignFormats.some((format) => signature.startsWith(format))) return false
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what tells text from data
  return !/[\0-\x08\x0e-\x19\x1c-\x1f]/.test(text)
}

/** What a file is by its first bytes: an archive as .xlsx is one, an older Office file, or else. */
export function fileKindOf(start: Uint8Array): 'archive' | 'office' | 'other' {
  const signature = signatureOf(start)
  if (signature === '504b0304') return 'archive'
  return signature === 'd0cf11e0' ? 'office' : 'other'
}

/** The first bytes, in hexadecimal. */
export function signatureOf(start: Uint8Array): string {
  return [...start.subarray(0, 4)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Whether a file begins with the mark of its encoding. */
export function hasByteOrderMark(start: Uint8Array): boolean {
  const marks = ['efbbbf', 'fffe', 'feff']
  return marks.some((mark) => signatureOf(start).startsWith(mark))
}

const QUESTION_MARK = 0x3f

/** What Windows-1252 has from 0x80 to 0x9f; behind them stand the characters of Unicode. */
const westernExtras = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

/** Writes text in an encoding, piece by piece; what it has no character for becomes `?`. */
export function createTextEncoder(
  encoding: CsvEncoding,
): (text: string) => Uint8Array<ArrayBuffer> {
  if (encoding === 'win1252') return encodeWestern
  if (encoding === 'utf8') {
    const encoder = new TextEncoder()
    return (text) => encoder.encode(text)
  }
  return (text) => encodeUtf16(text, encoding === 'utf16-le')
}

function encodeUtf16(text: string, isLittleEndian: boolean): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(text.length * 2))
  for (let at = 0; at < text.length; at += 1) {
    view.setUint16(at * 2, text.charCodeAt(at), isLittleEndian)
  }
  return new Uint8Array(view.buffer)
}

function encodeWestern(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => {
    const code = character.charCodeAt(0)
    if (code < 0x80 || (code >= 0xa0 && code <= 0xff && character.length === 1)) return code
    const extra = westernExtras.indexOf(character)
    return extra < 0 ? QUESTION_MARK : 0x80 + extra
  })
}

/** Turns every line end into a single line feed, and removes the byte order mark. */
export function createLineEnds(): (piece: string) => string {
  let isFirst = true
  let endedInReturn = false
  return (piece) => {
    if (piece === '') return ''
    const marked = isFirst && piece.startsWith('\uFEFF') ? piece.slice(1) : piece
    isFirst = false
    // Drops the line feed of a CR LF that was split between two pieces.
    const fresh = endedInReturn && marked.startsWith('\n') ? marked.slice(1) : marked
    endedInReturn = marked.endsWith('\r')
    return fresh.replace(/\r\n?/g, '\n')
  }
}
