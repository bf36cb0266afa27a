import { z } from 'zod'
import type { MessageFile } from './message-file.ts'

const Numeral = z.union([
  z.int(),
  z.object({ low: z.int() }).transform(({ low }) => low),
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
])
const text = z.string().max(500).nullable().catch(null)
const count = Numeral.nullable().catch(null)

/** What a message says of its file, beside its keys. */
const FilePart = z.object({
  mimetype: text,
  fileName: text,
  fileLength: count,
  width: count,
  height: count,
})

const mark = z.boolean().nullable().catch(null)
/** How long it plays, whether it was spoken into the chat, and whether it is to be seen once. */
const PlayedPart = z.object({ seconds: count, ptt: mark, viewOnce: mark })

const nothing = { mimetype: null, fileName: null, fileLength: null, width: null, height: null }

/** Reads the file's part of a message in WhatsApp's own format. */
export function readFilePart(part: unknown): z.infer<typeof FilePart> {
  return FilePart.safeParse(part).data ?? nothing
}

/** Reads what anybody who sees the message gets to know of its file. */
export function readMessageFile(part: unknown): MessageFile {
  const { mimetype: mimeType, fileName: name, fileLength: bytes } = readFilePart(part)
  const { seconds = null, ptt, viewOnce } = PlayedPart.safeParse(part).data ?? {}
  return {
    ...{ mimeType, name, bytes, durationSeconds: seconds, url: null },
    ...(ptt && { isVoice: true }),
    ...(viewOnce && { isViewOnce: true }),
  }
}
