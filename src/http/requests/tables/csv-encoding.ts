import { isUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'
import {
  CSV_HEAD_BYTES,
  type CsvEncoding,
  createLineEnds,
  encodingOf,
  fileKindOf,
  hasByteOrderMark,
  isText,
  signatureOf,
} from '../../../contract/csv/encoding.ts'
import { AppError } from '../../../contract/errors.ts'

/** What the first bytes of a CSV tell. */
export type CsvBeginning = {
  readonly encoding: CsvEncoding
  readonly hasMark: boolean
  readonly head: string
}

/** Detects the encoding of a text from all of its bytes, in pieces. */
export function createEncodingProbe() {
  const head: Uint8Array[] = []
  let headSize = 0
  let couldBeUtf8 = true
  let rest = Buffer.alloc(0)

  return { look, kind: () => fileKindOf(Buffer.concat(head)), conclude }

  function look(bytes: Uint8Array): void {
    if (headSize < CSV_HEAD_BYTES) {
      // Copied: the network reuses the piece's memory.
      const piece = Buffer.from(bytes.subarray(0, CSV_HEAD_BYTES - headSize))
      head.push(piece)
      headSize += piece.length
    }
    if (!couldBeUtf8) return
    const all = Buffer.concat([rest, bytes])
    const whole = all.length - cutOff(all)
    couldBeUtf8 = isUtf8(all.subarray(0, whole))
    rest = Buffer.from(all.subarray(whole))
  }

  /** @throws AppError `not_csv` for a file that is not text, `file_empty` for nothing but blanks */
  function conclude(): CsvBeginning {
    const start = Buffer.concat(head)
    const encoding = encodingOf(start, couldBeUtf8 && rest.length === 0)
    const text = iconv.decode(start, encoding)
    if (!isText(start, text)) throw new AppError('not_csv', `begins with ${signatureOf(start)}`)
    if (text.trim() === '' && start.length < CSV_HEAD_BYTES)
      throw new AppError('file_empty', 'blank')
    return { encoding, hasMark: hasByteOrderMark(start), head: text }
  }
}

/** How many bytes at the end begin a character without completing it. */
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

/** Decodes a file in pieces, with every line ending in a line feed and no byte order mark. */
export async function* decodeLines(
  bytes: AsyncIterable<Uint8Array>,
  encoding: CsvEncoding,
): AsyncIterable<string> {
  const decoder = iconv.getDecoder(encoding)
  const withLineEnds = createLineEnds()
  for await (const piece of bytes) {
    yield withLineEnds(decoder.write(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)))
  }
  yield withLineEnds(decoder.end() ?? '')
}
