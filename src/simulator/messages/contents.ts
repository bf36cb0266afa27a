import type { proto } from '@whiskeysockets/baileys'
import { proto as whatsapp } from '@whiskeysockets/baileys'
import type { SealedFile } from './media-store.ts'
import { thumbnail } from './thumbnail.ts'

/** What phones write into their messages. */

/** An earlier message of the same writer that this one changes. */
export type Change = { readonly id: string; readonly isTakenBack: boolean }

/** Writes a text, or the message that edits or takes back an earlier one. */
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

/** A file that a phone sends. */
export type PhoneFile = {
  readonly kind: 'image' | 'video' | 'audio' | 'document' | 'sticker'
  readonly bytes: Buffer
  readonly mimeType: string
  /** Of a document. */
  readonly name?: string | undefined
  /** How long it plays. */
  readonly seconds?: number | undefined
  /** It was spoken into the chat. */
  readonly isVoice?: boolean | undefined
}

/** What a message says of its file, which lies sealed on the media server. */
export function filed(
  { kind, bytes, mimeType, name, seconds, isVoice }: PhoneFile,
  { caption, sealed, mediaHost }: { caption: string; sealed: SealedFile; mediaHost: string },
): proto.IMessage {
  const part = {
    url: `https://${mediaHost}${sealed.path}`,
    directPath: sealed.path,
    mimetype: mimeType,
    mediaKey: sealed.mediaKey,
    fileSha256: sealed.sha256,
    fileEncSha256: sealed.sealedSha256,
    fileLength: bytes.length,
  }
  const said = caption === '' ? {} : { caption }
  const played = seconds === undefined ? {} : { seconds }
  switch (kind) {
    case 'image':
      return { imageMessage: { ...part, ...said, jpegThumbnail: thumbnail } }
    case 'video':
      return { videoMessage: { ...part, ...said, ...played, jpegThumbnail: thumbnail } }
    case 'audio':
      return { audioMessage: { ...part, ...played, ptt: isVoice ?? false } }
    case 'document':
      return { documentMessage: { ...part, ...said, fileName: name ?? null } }
    case 'sticker':
      return { stickerMessage: part }
  }
}

/** A place, or somebody's number. */
export type PhoneCard =
  | { readonly place: { latitude: number; longitude: number; name?: string | undefined } }
  | { readonly contact: { name: string; phone: string } }

export function carded(card: PhoneCard): proto.IMessage {
  if ('place' in card) {
    const { latitude: degreesLatitude, longitude: degreesLongitude, name } = card.place
    return { locationMessage: { degreesLatitude, degreesLongitude, name: name ?? null } }
  }
  const { name: displayName, phone } = card.contact
  const number = `TEL;type=CELL;waid=${phone}:+${phone}`
  const lines = ['BEGIN:VCARD', 'VERSION:3.0', `FN:${displayName}`, number, 'END:VCARD']
  return { contactMessage: { displayName, vcard: lines.join('\n') } }
}
