import { z } from 'zod'

/** What stores keep of a message that belongs to no campaign, but for its file. */
export const DirectSendRecord = z.object({
  userId: z.string(),
  deviceKey: z.string(),
  jid: z.string(),
  text: z.string(),
  context: z
    .object({
      quoted: z
        .object({ messageId: z.string(), participant: z.string(), text: z.string() })
        .nullable(),
      mentionedJids: z.array(z.string()).readonly(),
    })
    .optional(),
  part: z
    .object({
      type: z.string(),
      fields: z.record(z.string(), z.unknown()),
      secret: z.string().nullable(),
    })
    .optional(),
  atMs: z.number(),
})

/** How a file is shown. */
export const SentFileKind = z.enum(['image', 'video', 'ptv', 'audio', 'document', 'sticker'])
