import { setImmediate } from 'node:timers/promises'
import { AppError } from '../contract/errors.ts'
import { HttpUrl } from '../contract/gateways/gateway.ts'
import type { MediaLimits } from '../domain/gateways/evolution-media.ts'
import { type GivenFile, heldFile } from '../domain/uploads/file-bytes.ts'
import { AnswerTooLarge, fetchOut, OutgoingError } from './outgoing.ts'
import { PrivateTargetError, type Targets } from './targets.ts'

const FILE_NAME_MAX_LENGTH = 200
/** Longest prefix of a `data:` URL, in front of the bytes. */
const PREFIX_MAX_LENGTH = 500
const BASE64_MARK = ';base64,'
const mimeTypeIn = /^data:([\w.+-]+\/[\w.+-]+)/
/** Whole groups of four characters. */
const PIECE_LENGTH = 1024 * 1024
const base64 = /^[A-Za-z0-9+/]+$/
const base64End = /^[A-Za-z0-9+/]+={0,2}$/

/** Where a file is kept while it is needed; a crash leaves nothing of it. */
export type HeldOnDisk = Pick<GivenFile, 'read' | 'readAt'> & {
  append(bytes: Uint8Array): Promise<void>
  close(): Promise<void>
}

/** Lends the files that callers give by URL or as base64. */
export function createMediaFetcher({
  targets,
  openFile,
}: {
  readonly targets: Targets
  /** Opens an empty file. @throws AppError `storage_unavailable` */
  readonly openFile: () => Promise<HeldOnDisk>
}) {
  /** @throws AppError `media_invalid`, `media_unreachable`, `media_private`, `media_too_large` */
  return async function withMedia<Result>(
    media: string,
    limits: MediaLimits,
    work: (file: GivenFile) => Promise<Result>,
  ): Promise<Result> {
    const address = /^https?:/i.test(media) ? HttpUrl.safeParse(media) : null
    if (address === null) return work(await readBase64(media, limits))
    if (!address.success) throw new AppError('media_invalid', 'no URL')
    const url = address.data
    const file = await openFile()
    try {
      return await work(await fetchInto(file, url, limits))
    } finally {
      await file.close()
    }
  }

  async function fetchInto(file: HeldOnDisk, url: string, limits: MediaLimits): Promise<GivenFile> {
    let size = 0
    try {
      const { status, contentType } = await fetchOut({
        method: 'GET',
        url,
        headers: { accept: '*/*' },
        ...{ ...limits, targets },
        onBytes: async (bytes) => {
          size += bytes.length
          await file.append(bytes)
        },
      })
      if (status < 200 || status >= 300 || size === 0) {
        throw new AppError('media_unreachable', `${new URL(url).host} answered ${status}`)
      }
      const { read, readAt } = file
      return { read, readAt, size, mimeType: contentType, fileName: nameIn(url) }
    } catch (error) {
      throw judge(error)
    }
  }
}

function judge(error: unknown): unknown {
  if (error instanceof PrivateTargetError) {
    return new AppError('media_private', error.message, { cause: error })
  }
  if (error instanceof AnswerTooLarge) {
    return new AppError('media_too_large', error.message, { cause: error })
  }
  if (!(error instanceof OutgoingError)) return error
  return new AppError('media_unreachable', error.message, { cause: error })
}

/** Decodes base64 in pieces: all at once would keep other calls waiting. */
async function readBase64(
  media: string,
  { limitBytes }: Pick<MediaLimits, 'limitBytes'>,
): Promise<GivenFile> {
  const start = media.slice(0, PREFIX_MAX_LENGTH)
  const mark = start.startsWith('data:') ? start.indexOf(BASE64_MARK) : -1
  const mimeType = mark < 0 ? null : (mimeTypeIn.exec(start.slice(0, mark))?.[1] ?? null)
  const from = mark < 0 ? 0 : mark + BASE64_MARK.length
  const length = media.length - from
  if (length === 0 || length % 4 !== 0) throw new AppError('media_invalid', 'no base64')
  const pieces: Uint8Array[] = []
  for (let at = from; at < media.length; at += PIECE_LENGTH) {
    const piece = media.slice(at, at + PIECE_LENGTH)
    const isLast = at + PIECE_LENGTH >= media.length
    if (!(isLast ? base64End : base64).test(piece)) throw new AppError('media_invalid', 'no base64')
    pieces.push(Buffer.from(piece, 'base64'))
    if (!isLast) await setImmediate()
  }
  const bytes = Buffer.concat(pieces)
  if (bytes.length > limitBytes) throw new AppError('media_too_large', `${bytes.length}`)
  return heldFile(bytes, { mimeType, fileName: null })
}

/** The last part of the path, if it is a file name. */
function nameIn(url: string): string | null {
  const last = new URL(url).pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last).slice(0, FILE_NAME_MAX_LENGTH) || null
  } catch (error) {
    if (error instanceof URIError) return last.slice(0, FILE_NAME_MAX_LENGTH)
    throw error
  }
}
