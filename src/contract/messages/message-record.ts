import { z } from 'zod'
import { MessageFile } from './message-file.ts'
import { SharedContact, SharedPlace } from './message-share.ts'

/** What stores keep of a message in an instance's thread, and of the file in it. */

export const inboundMediaKinds = ['image', 'video', 'audio', 'document', 'sticker'] as const

/** What it takes to download a message's file. */
export const MediaRecord = z.object({
  kind: z.enum(inboundMediaKinds),
  directPath: z.string().nullable(),
  url: z.string().nullable(),
  mediaKey: z.string(),
  sha256: z.string(),
})

/** A message as its event brought it, but for its status, and for whether it was read. */
export const MessageRecord = z.object({
  id: z.string(),
  remoteJid: z.string(),
  lid: z.string().nullable(),
  pushName: z.string().nullable(),
  content: z.string(),
  type: z.string(),
  isFromMe: z.boolean(),
  sentAtSeconds: z.int().min(0),
  thumbnail: z.string().nullable(),
  media: MediaRecord.extend({
    mimeType: z.string().nullable(),
    fileName: z.string().nullable(),
    size: z.number().nullable(),
    width: z.number().nullable(),
    height: z.number().nullable(),
  }).optional(),
  /** Absent where there is none, and from messages of earlier versions; so are the next two. */
  file: MessageFile.optional(),
  place: SharedPlace.optional(),
  contacts: z.array(SharedContact).optional(),
  author: z.string().optional(),
})
