import type { proto } from '@whiskeysockets/baileys'
import { proto as whatsapp } from '@whiskeysockets/baileys'
import type { Media } from './media-store.ts'
import { thumbnail } from './thumbnail.ts'

/** What phones write into their messages. */

/** An earlier message of the same writer that this one changes. */
export type Change = { readonly id: string; readonly isTakenBack: boolean }

/** A text, or what makes it the new text of an earlier message. */
export function written(text: string, change: Change | null): proto.IMessage {
  if (!change) return { conversation: text }
  const { REVOKE, MESSAGE_EDIT } = whatsapp.Message.ProtocolMessage.Type
  const key = { id: change.id, fromMe: true }
  if (change.isTakenBack) return { protocolMessage: { key, type: REVOKE } }
  const editedMessage = { conversation: text }
  return {
    protocolMessage: { key, type: MESSAGE_EDIT, editedMessage, timestampMs: Date.now() },
  }
}

/** What the stanza of a message says of the one it changes. */
export function editMark(change: Change | null): { edit?: string } {
  if (!change) return {}
  return { edit: change.isTakenBack ? '7' : '1' }
}

export function pictured(
  image: Buffer,
  { caption, media, mediaHost }: { caption: string; media: Media; mediaHost: string },
): proto.IMessage {
  const { path, mediaKey, sha256, sealedSha256 } = media.seal(image, 'image')
  const imageMessage = {
    url: `https://${mediaHost}${path}`,
    directPath: path,
    mimetype: 'image/png',
    caption,
    mediaKey,
    fileSha256: sha256,
    fileEncSha256: sealedSha256,
    fileLength: image.length,
    jpegThumbnail: thumbnail,
  }
  return { imageMessage }
}
