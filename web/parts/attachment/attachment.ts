import { z } from 'zod'
import { AttachmentKind } from '#contract/uploads/attachment.ts'

/** A stored file that is to go with a message. */
export const Attachment = z.object({
  url: z.string(),
  /** Empty where the image came with an older campaign. */
  name: z.string(),
  bytes: z.number().nullable(),
  // Drafts that an older console stored have nothing but images.
  kind: z.enum(AttachmentKind).default('imagem'),
  /** Whether it goes as `anexo`, rather than as `imagem`. */
  isAttached: z.boolean().default(false),
})
export type Attachment = z.infer<typeof Attachment>
