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
  url: z.string().nullable(),
})

export function fileFromWire(wire: z.output<typeof MessageFileWire>): MessageFile {
  const { mimetype, name, bytes, duration_seconds: durationSeconds, voice, url } = wire
  const file = { mimeType: mimetype, name, bytes, durationSeconds, url }
  return voice ? { ...file, isVoice: true } : file
}

export function fileToWire(file: MessageFile): z.output<typeof MessageFileWire> {
  const { mimeType, name, bytes, durationSeconds, isVoice, url } = file
  const wire = { mimetype: mimeType, name, bytes, duration_seconds: durationSeconds, url }
  return isVoice ? { ...wire, voice: true } : wire
}
