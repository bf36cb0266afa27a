import type { ChatFile } from '../../domain/chats/chat-files.ts'
import { plainType } from '../../domain/chats/file-names.ts'
import { disposition } from './file-name.ts'

/** What a browser shows or plays, and runs nothing of. */
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
  'application/pdf',
])

/**
 * A file that somebody sent. Its type is whatever they say: another than those that are shown is
 * saved, as bytes of which nothing is known.
 */
export function chatFileAnswer({ bytes, mimeType, fileName }: ChatFile): Response {
  const type = plainType(mimeType)
  const isShown = shownTypes.has(type)
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': isShown ? type : 'application/octet-stream',
      'content-length': String(bytes.length),
      'content-disposition': disposition(isShown ? 'inline' : 'attachment', fileName),
      'content-security-policy': "default-src 'none'; sandbox",
      // At a counter the next one at the computer is somebody else.
      'cache-control': 'private, no-store',
    },
  })
}
