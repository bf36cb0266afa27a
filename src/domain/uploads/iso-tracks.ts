import { AppError } from '../../contract/errors.ts'
import type { FileBytes } from './file-bytes.ts'

const HEADER_BYTES = 8
const LONG_HEADER_BYTES = 16
/** Boxes that are looked at: an ordinary file has some dozens, a hostile one as many as fit. */
const BOXES_MAX = 2_000
/** Place of the handler's name in its box: behind version, flags and one empty field. */
const HANDLER_OFFSET = 8
const containers: ReadonlySet<string> = new Set(['moov', 'trak', 'mdia'])

type Box = {
  readonly type: string
  readonly contentAt: number
  readonly end: number
}

/**
 * Lists the kinds of tracks of an ISO media file (MP4, M4A), such as `vide` and `soun`. Only the
 * heads of boxes are read, never their content.
 * @throws AppError `attachment_damaged` where a box reaches beyond the file, or the index is
 * missing
 */
export async function isoTracks(file: FileBytes): Promise<ReadonlySet<string>> {
  const tracks = new Set<string>()
  let count = 0
  let hasIndex = false
  await walk(0, file.size)
  if (!hasIndex) throw damaged('no index of the tracks')
  return tracks

  async function walk(from: number, end: number): Promise<void> {
    let at = from
    while (at + HEADER_BYTES <= end) {
      count += 1
      if (count > BOXES_MAX) throw damaged('too many boxes')
      const box = await readBox(at, end)
      if (box.type === 'moov') hasIndex = true
      if (box.type === 'hdlr') tracks.add(await handlerOf(box))
      if (containers.has(box.type)) await walk(box.contentAt, box.end)
      at = box.end
    }
  }

  async function readBox(at: number, end: number): Promise<Box> {
    const bytes = await file.readAt(at, LONG_HEADER_BYTES)
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const type = String.fromCharCode(...bytes.subarray(4, HEADER_BYTES))
    const short = view.getUint32(0)
    // 0 stands for "up to the end", 1 for a size of 64 bits behind the type.
    const isLong = short === 1 && bytes.length === LONG_HEADER_BYTES
    const size = isLong ? Number(view.getBigUint64(HEADER_BYTES)) : short || end - at
    const headerBytes = isLong ? LONG_HEADER_BYTES : HEADER_BYTES
    if (size < headerBytes || at + size > end) throw damaged(`${type} reaches beyond its end`)
    return { type, contentAt: at + headerBytes, end: at + size }
  }

  async function handlerOf({ contentAt }: Box): Promise<string> {
    return String.fromCharCode(...(await file.readAt(contentAt + HANDLER_OFFSET, 4)))
  }
}

function damaged(detail: string): AppError {
  return new AppError('attachment_damaged', detail)
}
