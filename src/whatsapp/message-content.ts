import { randomBytes } from 'node:crypto'
import { prepareWAMessageMedia, proto, type WASocket } from '@whiskeysockets/baileys'
import type { MediaFile, MessageContent } from '../domain/messenger.ts'
import { createBaileysLogger, type WriteLog } from './baileys-log.ts'

export type MessageContents = ReturnType<typeof createMessageContents>

/** WhatsApp keeps an upload for weeks; half a day is far from that and long enough for a campaign. */
const UPLOAD_FRESH_MS = 12 * 3_600_000
const UPLOAD_TIMEOUT_MS = 60_000
const UPLOADS_KEPT = 32

type Upload = { readonly image: Promise<proto.Message.IImageMessage>; readonly startedAt: number }

/** Turns texts and images into WhatsApp's messages; each file is uploaded once for a device. */
export function createMessageContents(log: WriteLog) {
  const uploads = new Map<string, Upload>()
  return { build }

  /** @throws MediaError when the image could not be read or uploaded. */
  async function build(sock: WASocket, { text, image }: MessageContent): Promise<proto.Message> {
    const messageContextInfo = { messageSecret: randomBytes(32) }
    if (!image) {
      return proto.Message.create({ extendedTextMessage: { text }, messageContextInfo })
    }
    const uploaded = await upload(sock, image)
    const imageMessage = text === '' ? uploaded : { ...uploaded, caption: text }
    return proto.Message.create({ imageMessage, messageContextInfo })
  }

  async function upload(sock: WASocket, file: MediaFile): Promise<proto.Message.IImageMessage> {
    const known = uploads.get(file.path)
    if (known && Date.now() - known.startedAt < UPLOAD_FRESH_MS) return known.image
    const image = uploadNow(sock, file)
    uploads.set(file.path, { image, startedAt: Date.now() })
    forgetOldest()
    image.catch(() => uploads.delete(file.path))
    return image
  }

  async function uploadNow(sock: WASocket, { path, mimeType }: MediaFile) {
    try {
      const { imageMessage } = await prepareWAMessageMedia(
        { image: { url: path }, mimetype: mimeType },
        {
          upload: sock.waUploadToServer,
          mediaUploadTimeoutMs: UPLOAD_TIMEOUT_MS,
          logger: createBaileysLogger(log),
        },
      )
      if (!imageMessage) throw new Error('no image came of the upload')
      return imageMessage
    } catch (cause) {
      throw new MediaError('the image could not be uploaded', { cause })
    }
  }

  function forgetOldest(): void {
    const oldest = uploads.keys().next()
    if (uploads.size > UPLOADS_KEPT && !oldest.done) uploads.delete(oldest.value)
  }
}

/** The image of a message could not be read or uploaded: nothing was sent. */
export class MediaError extends Error {}
