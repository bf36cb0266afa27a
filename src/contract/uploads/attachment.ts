import { z } from 'zod'
import {
  AUDIO_LIMIT_BYTES,
  DOCUMENT_LIMIT_BYTES,
  IMAGE_LIMIT_BYTES,
  VIDEO_LIMIT_BYTES,
} from '../limits.ts'

/** The files that may go with a campaign's message. */

export const AttachmentKind = {
  image: 'imagem',
  video: 'video',
  audio: 'audio',
  document: 'documento',
} as const
export type AttachmentKind = (typeof AttachmentKind)[keyof typeof AttachmentKind]

const { image, video, audio, document } = AttachmentKind
const OFFICE = 'application/vnd.openxmlformats-officedocument'

/** Every accepted type, how WhatsApp shows it, and the ending of its files. */
export const attachmentTypes = {
  'image/jpeg': { kind: image, extension: 'jpg' },
  'image/png': { kind: image, extension: 'png' },
  'image/webp': { kind: image, extension: 'webp' },
  'image/gif': { kind: image, extension: 'gif' },
  'video/mp4': { kind: video, extension: 'mp4' },
  'audio/ogg; codecs=opus': { kind: audio, extension: 'ogg' },
  'audio/mpeg': { kind: audio, extension: 'mp3' },
  'audio/mp4': { kind: audio, extension: 'm4a' },
  'application/pdf': { kind: document, extension: 'pdf' },
  [`${OFFICE}.wordprocessingml.document`]: { kind: document, extension: 'docx' },
  [`${OFFICE}.spreadsheetml.sheet`]: { kind: document, extension: 'xlsx' },
} as const satisfies Record<string, { kind: AttachmentKind; extension: string }>
export type AttachmentType = keyof typeof attachmentTypes

/** The limits of video and audio are WhatsApp's own; those of images and documents are ours. */
export const attachmentLimitBytes: Readonly<Record<AttachmentKind, number>> = {
  [image]: IMAGE_LIMIT_BYTES,
  [video]: VIDEO_LIMIT_BYTES,
  [audio]: AUDIO_LIMIT_BYTES,
  [document]: DOCUMENT_LIMIT_BYTES,
}

/** The name of each kind in a sentence. */
export const attachmentLabels: Readonly<Record<AttachmentKind, string>> = {
  [image]: 'imagem',
  [video]: 'vídeo',
  [audio]: 'áudio',
  [document]: 'documento',
}

/** Whether the text goes with the file; WhatsApp shows none beside an audio. */
export function hasCaption(kind: AttachmentKind): boolean {
  return kind !== audio
}

const MARKS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\/:*?"<>|]+/gu

/** A file's name as recipients may see it: no path, nothing invisible, and the type's own ending. */
export function shownFileName(name: string, mimeType: AttachmentType): string {
  const { extension } = attachmentTypes[mimeType]
  const ending = `.${extension}`
  const plain = name.replace(MARKS, ' ').trim()
  if (plain === '') return `arquivo${ending}`
  const isNamed = plain.toLowerCase().endsWith(ending) || (extension === 'jpg' && isJpeg(plain))
  return isNamed ? plain : `${plain}${ending}`
}

function isJpeg(name: string): boolean {
  return name.toLowerCase().endsWith('.jpeg')
}

/** An uploaded file, in words that `anexo` takes as they are. */
export const AttachmentJson = z.object({
  url: z.string(),
  nome: z.string(),
  tipo: z.enum(AttachmentKind),
  mimetype: z.string(),
  bytes: z.int().min(0),
})
export type AttachmentJson = z.infer<typeof AttachmentJson>
