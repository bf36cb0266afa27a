import { z } from 'zod'

const Numeral = z.union([z.int(), z.object({ low: z.int() }).transform(({ low }) => low)])
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

const nothing = { mimetype: null, fileName: null, fileLength: null, width: null, height: null }

/** Reads the file's part of a message in WhatsApp's own format. */
export function readFilePart(part: unknown): z.infer<typeof FilePart> {
  return FilePart.safeParse(part).data ?? nothing
}
