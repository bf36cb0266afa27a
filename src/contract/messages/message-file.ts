import { z } from 'zod'

/** What is kept of a message's file beside its preview; the file itself may not be. */
export const MessageFile = z.object({
  mimeType: z.string().nullable(),
  name: z.string().nullable(),
  bytes: z.number().nullable(),
  /** How long a video or an audio plays. */
  durationSeconds: z.number().nullable(),
  /** It was spoken into the chat. */
  isVoice: z.literal(true).exactOptional(),
  /** It is to be seen once, and on the phone alone. */
  isViewOnce: z.literal(true).exactOptional(),
  /** WhatsApp has it, from where it can be opened here. */
  isOpenable: z.literal(true).exactOptional(),
  /** Path of the upload that was sent, for as long as that is kept; null: none is kept here. */
  url: z.string().nullable(),
})
export type MessageFile = z.infer<typeof MessageFile>

export const MessageFileWire = z.object({
  mimetype: z.string().nullable(),
  name: z.string().nullable(),
  bytes: z.number().nullable(),
  duration_seconds: z.number().nullable(),
  voice: z.literal(true).exactOptional(),
  view_once: z.literal(true).exactOptional(),
  openable: z.literal(true).exactOptional(),
  url: z.string().nullable(),
})

export function fileFromWire(wire: z.output<typeof MessageFileWire>): MessageFile {
  const { mimetype: mimeType, name, bytes, duration_seconds: durationSeconds, url } = wire
  return {
    ...{ mimeType, name, bytes, durationSeconds, url },
    ...(wire.voice && { isVoice: true }),
    ...(wire.view_once && { isViewOnce: true }),
    ...(wire.openable && { isOpenable: true }),
  }
}

export function fileToWire(file: MessageFile): z.output<typeof MessageFileWire> {
  const { mimeType, name, bytes, durationSeconds, url } = file
  return {
    ...{ mimetype: mimeType, name, bytes, duration_seconds: durationSeconds, url },
    ...(file.isVoice && { voice: true }),
    ...(file.isViewOnce && { view_once: true }),
    ...(file.isOpenable && { openable: true }),
  }
}
