import { AppError } from '../contract/errors.ts'
import { HttpUrl } from '../contract/gateways/gateway.ts'
import { MEDIA_LIMIT_BYTES, MEDIA_TIMEOUT_MS } from '../contract/limits.ts'
import type { FetchedMedia } from '../domain/gateways/evolution-messages.ts'
import { AnswerTooLarge, fetchOut, OutgoingError } from './outgoing.ts'
import { PrivateTargetError, type Targets } from './targets.ts'

const FILE_NAME_MAX_LENGTH = 200
/** Longest prefix of a `data:` URL, in front of the bytes. */
const PREFIX_MAX_LENGTH = 500
const BASE64_MARK = ';base64,'
const mimeTypeIn = /^data:([\w.+-]+\/[\w.+-]+)/
const base64 = /^[A-Za-z0-9+/]+={0,2}$/

/** Fetches the files that callers give by URL or as base64. */
export function createMediaFetcher({
  targets,
  timeoutMs = MEDIA_TIMEOUT_MS,
}: {
  readonly targets: Targets
  readonly timeoutMs?: number
}) {
  /** @throws AppError `media_invalid`, `media_unreachable`, `media_private`, `media_too_large` */
  return async function fetchMedia(media: string, signal: AbortSignal): Promise<FetchedMedia> {
    const address = /^https?:/i.test(media) ? HttpUrl.safeParse(media) : null
    if (address === null) return readBase64(media)
    if (!address.success) throw new AppError('media_invalid', 'no URL')
    const url = address.data
    try {
      const { status, bytes, contentType } = await fetchOut({
        method: 'GET',
        url,
        headers: { accept: '*/*' },
        timeoutMs,
        signal,
        limitBytes: MEDIA_LIMIT_BYTES,
        targets,
      })
      if (status < 200 || status >= 300 || bytes.length === 0) {
        throw new AppError('media_unreachable', `${new URL(url).host} answered ${status}`)
      }
      return { bytes, mimeType: contentType, fileName: nameIn(url) }
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

function readBase64(media: string): FetchedMedia {
  const start = media.slice(0, PREFIX_MAX_LENGTH)
  const mark = start.startsWith('data:') ? start.indexOf(BASE64_MARK) : -1
  const mimeType = mark < 0 ? null : (mimeTypeIn.exec(start.slice(0, mark))?.[1] ?? null)
  const text = mark < 0 ? media : media.slice(mark + BASE64_MARK.length)
  if (text.length % 4 !== 0 || !base64.test(text)) throw new AppError('media_invalid', 'no base64')
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length > MEDIA_LIMIT_BYTES) throw new AppError('media_too_large', `${bytes.length}`)
  return { bytes, mimeType, fileName: null }
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
