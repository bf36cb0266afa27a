import { AppError } from '../errors.ts'
import type { XlsxPackage, XmlHandler } from './package.ts'

/** What of zip.js, htmlparser2 and numfmt is used: this part of the program imports none of them. */
export type XlsxLibraries = Pick<XlsxPackage, 'archiveBytes'> & {
  /** The entries of the archive, one at a time; a list of millions would fill the memory. */
  readonly entries: AsyncIterable<ZipEntry>
  readonly Parser: new (
    handler: {
      onopentagname: (name: string) => void
      onattribute: (name: string, value: string) => void
      ontext: (text: string) => void
      onclosetag: (name: string) => void
    },
    options: { readonly xmlMode: boolean },
  ) => { write(text: string): void; end(): void }
  readonly format: (
    pattern: string,
    value: number,
    options: {
      readonly locale: string
      readonly ignoreTimezone: boolean
      readonly throws: boolean
    },
  ) => string
  readonly isDateFormat: (pattern: string) => boolean
  readonly getFormatFromId: (id: number) => string | null | undefined
  /** Left out: the thread is the reader's own. */
  readonly pause?: XlsxPackage['pause']
}

type ZipEntry = {
  readonly filename: string
  readonly encrypted: boolean
  readonly getData?: (
    writable: WritableStream<Uint8Array>,
    options: { readonly signal: AbortSignal },
  ) => Promise<unknown>
}

/** A workbook has some dozens of parts, and a picture is one too. */
const MAX_PARTS = 20_000

/** Reads the archive's list of parts. */
export async function createXlsxPackage({
  archiveBytes,
  entries,
  Parser,
  format,
  isDateFormat,
  getFormatFromId,
  pause = () => undefined,
}: XlsxLibraries): Promise<XlsxPackage> {
  const parts = await readEntries(entries)
  // A format that is wrong gives hashes, as in Excel, and does not end the import.
  const options = { locale: 'pt-BR', ignoreTimezone: true, throws: false }
  return {
    archiveBytes,
    open: (path) => {
      const entry = parts.get(path) ?? parts.get(path.toLowerCase())
      return entry && inflated(entry)
    },
    createXmlReader: ({ open, attribute, text, close }: XmlHandler) =>
      new Parser(
        {
          onopentagname: (name) => open(local(name)),
          onattribute: (name, value) => attribute(local(name), value),
          ontext: text,
          onclosetag: (name) => close(local(name)),
        },
        { xmlMode: true },
      ),
    formatNumber: (pattern, value) => format(pattern, value, options),
    isDateFormat,
    pause,
    builtInFormat: (id) => getFormatFromId(id) ?? undefined,
  }
}

async function readEntries(entries: AsyncIterable<ZipEntry>) {
  const parts = new Map<string, ZipEntry>()
  try {
    for await (const entry of entries) {
      if (parts.size >= MAX_PARTS) throw new AppError('xlsx_broken', 'too many parts')
      // Parts are named without regard to case.
      parts.set(entry.filename, entry).set(entry.filename.toLowerCase(), entry)
    }
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('xlsx_broken', String(cause), { cause })
  }
  return parts
}

async function* inflated(entry: ZipEntry): AsyncGenerator<Uint8Array, void, undefined> {
  if (entry.encrypted) throw new AppError('xlsx_protected', entry.filename)
  const ending = new AbortController()
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const reading = entry.getData?.(writable, { signal: ending.signal }) ?? Promise.resolve()
  const reader = readable.getReader()
  // An entry that cannot be opened would otherwise leave its reader waiting for the first bytes.
  reading.catch((error) => reader.cancel(error).catch(() => undefined))
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
    await reading
  } finally {
    ending.abort()
    await reader.cancel().catch(() => undefined)
  }
}

function local(name: string): string {
  return name.includes(':') ? name.slice(name.indexOf(':') + 1) : name
}
