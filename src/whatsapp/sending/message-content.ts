import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  type BinaryNode,
  prepareWAMessageMedia,
  proto,
  type WASocket,
} from '@whiskeysockets/baileys'
import type {
  MediaFile,
  MediaSource,
  MessageContent,
  MessageContext,
  MessagePart,
} from '../../domain/message-content.ts'
import { type UploadPart, uploadPieces } from '../../domain/uploads/upload-pieces.ts'
import { createBaileysLogger, type WriteLog } from '../connection/baileys-log.ts'
import { createBoundedMap } from '../directory/bounded-map.ts'
import { toPlain } from '../receiving/plain-message.ts'

/** Reads bytes of the file of a message; null where it is gone. */
export type ReadSource = (source: MediaSource, part: UploadPart) => Promise<Uint8Array | null>

export type MessageContents = ReturnType<typeof createMessageContents>

/**
 * How long an upload is reused: WhatsApp keeps it for weeks, so half a day is safe, and long enough
 * for most campaigns.
 */
const UPLOAD_FRESH_MS = 12 * 3_600_000
const UPLOAD_TIMEOUT_MS = 60_000
/** Speed that the time limit for a large file's upload allows for: 64 kB/s. */
const BYTES_PER_UPLOAD_MS = 64
const UPLOADS_KEPT = 32

type Uploaded = Pick<
  proto.IMessage,
  | 'imageMessage'
  | 'videoMessage'
  | 'ptvMessage'
  | 'audioMessage'
  | 'documentMessage'
  | 'stickerMessage'
>
type Upload = { readonly message: Promise<Uploaded>; readonly startedAt: number }

/** Builds WhatsApp's messages from texts and media; each file is uploaded once per device. */
export function createMessageContents({
  log,
  readUpload,
}: {
  readonly log: WriteLog
  readonly readUpload: ReadSource
}) {
  const uploads = createBoundedMap<Upload>(UPLOADS_KEPT)
  return { build, prepare }

  /** @throws MediaError when the file could not be read or uploaded. */
  async function build(
    sock: WASocket,
    { text, media, context, part }: MessageContent,
  ): Promise<proto.Message> {
    const contextInfo = context && contextInfoOf(context)
    if (part) return partMessage(part, contextInfo)
    const messageContextInfo = { messageSecret: randomBytes(32) }
    if (!media) {
      const extendedTextMessage = { text, ...(contextInfo && { contextInfo }) }
      return proto.Message.create({ extendedTextMessage, messageContextInfo })
    }
    const captioned = withCaption(await upload(sock, media), text)
    const uploaded = contextInfo ? withContext(captioned, contextInfo) : captioned
    return proto.Message.create({ ...uploaded, messageContextInfo })
  }

  /**
   * Uploads a file, where that has not been done yet.
   * @throws MediaError
   */
  async function prepare(sock: WASocket, media: MediaFile): Promise<void> {
    await upload(sock, media)
  }

  async function upload(sock: WASocket, file: MediaFile): Promise<Uploaded> {
    // One file may go under different names.
    const name = JSON.stringify([file.kind, file.source, file.fileName])
    const known = uploads.get(name)
    if (known && Date.now() - known.startedAt < UPLOAD_FRESH_MS) return known.message
    const message = uploadNow(sock, file)
    uploads.set(name, { message, startedAt: Date.now() })
    message.catch(() => uploads.delete(name))
    return message
  }

  async function uploadNow(sock: WASocket, file: MediaFile): Promise<Uploaded> {
    try {
      const { imageMessage, videoMessage, audioMessage, documentMessage, stickerMessage } =
        await prepareWAMessageMedia(await preparationOf(file, readUpload), {
          upload: sock.waUploadToServer,
          mediaUploadTimeoutMs: uploadTimeoutMs(file),
          logger: createBaileysLogger(log),
        })
      if (imageMessage) return { imageMessage }
      if (videoMessage) return file.kind === 'ptv' ? { ptvMessage: videoMessage } : { videoMessage }
      if (audioMessage) return { audioMessage }
      if (documentMessage) return { documentMessage }
      if (stickerMessage) return { stickerMessage }
      throw new Error('no medium came of the upload')
    } catch (cause) {
      throw new MediaError('the medium could not be uploaded', { cause })
    }
  }
}

/** How long the upload of a file may take. */
export function uploadTimeoutMs({ bytes }: Pick<MediaFile, 'bytes'>): number {
  return UPLOAD_TIMEOUT_MS + bytes / BYTES_PER_UPLOAD_MS
}

/** An audio file of this type (Opus in Ogg) is sent as a voice note. */
const VOICE = 'audio/ogg; codecs=opus'

async function preparationOf(
  { source, mimeType: mimetype, kind, fileName, bytes }: MediaFile,
  readUpload: ReadSource,
) {
  const read = (part: UploadPart) => readUpload(source, part)
  const file = { stream: Readable.from(uploadPieces(bytes, read)) }
  if (kind === 'image') return { image: file, mimetype }
  // Baileys would start a program of its own to make a thumbnail, where the machine has it.
  if (kind === 'video' || kind === 'ptv') return { video: file, mimetype, jpegThumbnail: '' }
  if (kind === 'audio') return { audio: file, mimetype, ptt: mimetype === VOICE }
  if (kind === 'sticker') {
    return {
      sticker: file,
      mimetype,
      width: STICKER_SIDE,
      height: STICKER_SIDE,
      isAnimated: await isAnimated(read),
    }
  }
  return { document: file, mimetype, ...(fileName !== null && { fileName }) }
}

const STICKER_SIDE = 512
const WEBP_FLAGS_AT = 20
const WEBP_ANIMATION = 0x02

/** Reads whether a WebP is animated from its `VP8X` header, which a plain WebP lacks. */
async function isAnimated(
  read: (part: UploadPart) => Promise<Uint8Array | null>,
): Promise<boolean> {
  const start = Buffer.from((await read({ from: 0, byteCount: WEBP_FLAGS_AT + 1 })) ?? [])
  const isExtended = start.toString('latin1', 12, 16) === 'VP8X'
  return isExtended && ((start[WEBP_FLAGS_AT] ?? 0) & WEBP_ANIMATION) !== 0
}

/** How a stanza names the medium of its message; nothing for a text. */
export function mediaTypeOf(message: proto.IMessage): { readonly mediatype?: string } {
  if (message.imageMessage) return { mediatype: 'image' }
  if (message.videoMessage) return { mediatype: 'video' }
  if (message.ptvMessage) return { mediatype: 'ptv' }
  if (message.audioMessage) return { mediatype: 'audio' }
  if (message.documentMessage) return { mediatype: 'document' }
  if (message.stickerMessage) return { mediatype: 'sticker' }
  if (message.contactMessage) return { mediatype: 'vcard' }
  return message.contactsArrayMessage ? { mediatype: 'contact_array' } : {}
}

/** How a stanza names the kind of its message. */
export function stanzaTypeOf(message: proto.IMessage): string {
  if (message.reactionMessage) return 'reaction'
  if (isPoll(message)) return 'poll'
  return 'mediatype' in mediaTypeOf(message) ? 'media' : 'text'
}

const TAKEN_BACK = '7'
/** For another member's message, taken back by an admin of the group. */
const TAKEN_BACK_BY_LEAD = '8'
const EDITED = '1'

/** How a stanza says that its message changes an earlier one. */
export function editOf({ protocolMessage }: proto.IMessage): { readonly edit?: string } {
  const { Type } = proto.Message.ProtocolMessage
  // REVOKE is type 0, which protobuf leaves out.
  if (protocolMessage?.key && !protocolMessage.type) {
    return { edit: protocolMessage.key.fromMe ? TAKEN_BACK : TAKEN_BACK_BY_LEAD }
  }
  return protocolMessage?.type === Type.MESSAGE_EDIT ? { edit: EDITED } : {}
}

/** Nodes that a stanza has beside its encrypted message: a poll is marked by one. */
export function metaNodesOf(message: proto.IMessage): BinaryNode[] {
  return isPoll(message) ? [{ tag: 'meta', attrs: { polltype: 'creation' } }] : []
}

function isPoll({ pollCreationMessage, pollCreationMessageV3 }: proto.IMessage): boolean {
  return Boolean(pollCreationMessage ?? pollCreationMessageV3)
}

/** WhatsApp shows no caption beside a voice note or a round video. */
function withCaption(uploaded: Uploaded, caption: string): Uploaded {
  if (caption === '') return uploaded
  const { imageMessage, videoMessage, documentMessage } = uploaded
  if (imageMessage) return { imageMessage: { ...imageMessage, caption } }
  if (videoMessage) return { videoMessage: { ...videoMessage, caption } }
  if (documentMessage) return { documentMessage: { ...documentMessage, caption } }
  return uploaded
}

function withContext(uploaded: Uploaded, contextInfo: proto.IContextInfo): Uploaded {
  const { imageMessage, videoMessage, audioMessage, documentMessage } = uploaded
  const { stickerMessage, ptvMessage } = uploaded
  if (stickerMessage) return { stickerMessage: { ...stickerMessage, contextInfo } }
  if (imageMessage) return { imageMessage: { ...imageMessage, contextInfo } }
  if (videoMessage) return { videoMessage: { ...videoMessage, contextInfo } }
  if (ptvMessage) return { ptvMessage: { ...ptvMessage, contextInfo } }
  if (audioMessage) return { audioMessage: { ...audioMessage, contextInfo } }
  return { documentMessage: { ...documentMessage, contextInfo } }
}

function partMessage(
  { type, fields, secret }: MessagePart,
  contextInfo: proto.IContextInfo | undefined,
): proto.Message {
  // A reaction has no secret: clients take a message with one for something to be answered.
  const messageContextInfo = secret === null ? undefined : { messageSecret: secret }
  return proto.Message.fromObject({
    [type]: { ...fields, ...(contextInfo && { contextInfo }) },
    ...(messageContextInfo && { messageContextInfo }),
  })
}

function contextInfoOf({ quoted, mentionedJids }: MessageContext): proto.IContextInfo {
  return {
    ...(quoted && {
      stanzaId: quoted.messageId,
      participant: quoted.participant,
      quotedMessage: { conversation: quoted.text },
    }),
    mentionedJid: [...mentionedJids],
  }
}

/**
 * The file's part of a message, as gateways report it: encoded and decoded once, which makes long
 * numbers of its sizes and adds the empty lists.
 */
export function plainFilePart(message: proto.IMessage): Readonly<Record<string, unknown>> {
  const parts = {
    imageMessage: message.imageMessage ?? null,
    videoMessage: message.videoMessage ?? null,
    ptvMessage: message.ptvMessage ?? null,
    audioMessage: message.audioMessage ?? null,
    documentMessage: message.documentMessage ?? null,
    stickerMessage: message.stickerMessage ?? null,
  }
  const encoded = proto.Message.encode(parts)
  const [part] = Object.values(toPlain(proto.Message.decode(encoded.finish()), ''))
  return typeof part === 'object' && part !== null ? { ...part } : {}
}

/** The medium of a message could not be read or uploaded: nothing was sent. */
export class MediaError extends Error {}
