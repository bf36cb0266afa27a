import { AppError } from '../../contract/errors.ts'
import { CHAT_FILE_DEADLINE_MS, chatFileReadingMs } from '../../contract/limits.ts'
import type { ChatFile } from '../../domain/chats/chat-files.ts'
import { plainType } from '../../domain/chats/file-names.ts'
import { disposition } from './file-name.ts'

/** Bytes of one write to the socket. */
const PIECE_BYTES = 64 * 1024

/** Types that a browser shows or plays without running anything in them. */
const shownTypes: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'audio/ogg',
  'audio/mpeg',
  'audio/mp4',
  'audio/aac',
  'audio/amr',
  'video/mp4',
  'video/3gpp',
  'video/quicktime',
])

/** Opens a file; gives up when the caller hangs up, or after `CHAT_FILE_DEADLINE_MS`. */
export async function withinDeadline(
  callers: AbortSignal,
  open: (unwanted: AbortSignal) => Promise<ChatFile>,
): Promise<ChatFile> {
  const late = new AbortController()
  const end = () => late.abort(new AppError('chat_file_failed', 'it took too long'))
  const limit = setTimeout(end, CHAT_FILE_DEADLINE_MS)
  try {
    return await open(AbortSignal.any([callers, late.signal]))
  } finally {
    clearTimeout(limit)
  }
}

/**
 * Answers with a file that somebody sent. Its declared type is whatever the sender says: all but
 * the shown types go out as plain bytes, to be saved.
 */
export function chatFileAnswer(file: ChatFile, { isRead }: { readonly isRead: boolean }): Response {
  const { bytes, mimeType, fileName } = file
  const type = plainType(mimeType)
  const isShown = shownTypes.has(type)
  if (!isRead) file.close()
  return new Response(isRead ? bodyOf(file) : null, {
    headers: {
      'content-type': isShown ? type : 'application/octet-stream',
      'content-length': String(bytes.length),
      'content-disposition': disposition(isShown ? 'inline' : 'attachment', fileName),
      'content-security-policy': "default-src 'none'; sandbox",
      // Another person may use the same computer next, as at a counter.
      'cache-control': 'private, no-store',
    },
  })
}

/** Keeps a file open until it has been read, its reader has left, or takes too long. */
function bodyOf({ bytes, close }: ChatFile): ReadableStream<Uint8Array> {
  let rest = bytes
  let limit: NodeJS.Timeout | undefined
  const end = () => {
    clearTimeout(limit)
    rest = new Uint8Array()
    close()
  }
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        limit = setTimeout(() => {
          end()
          controller.error(new Error('the file was not read in time'))
        }, chatFileReadingMs(bytes.length)).unref()
      },
      pull(controller) {
        // A copy: a view would keep all of the file in memory until it is on its way.
        if (rest.length > 0) controller.enqueue(rest.slice(0, PIECE_BYTES))
        rest = rest.subarray(PIECE_BYTES)
        if (rest.length > 0) return
        end()
        controller.close()
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  )
}
