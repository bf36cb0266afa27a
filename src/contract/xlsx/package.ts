import { AppError } from '../errors.ts'
import {
  XLSX_INFLATED_FREE_BYTES,
  XLSX_INFLATED_LIMIT_BYTES,
  XLSX_INFLATION_LIMIT,
} from '../limits.ts'

/** The file inside an .xlsx, and what reading it takes: Node and browsers bring their own. */
export type XlsxPackage = {
  /** Size of the file itself. */
  readonly archiveBytes: number
  /** The inflated bytes of a part; undefined where there is none of that name. */
  readonly open: (path: string) => AsyncIterable<Uint8Array> | undefined
  readonly createXmlReader: CreateXmlReader
  /** Awaited between two pieces, so that others have their turn where the thread is shared. */
  readonly pause: () => Promise<unknown> | undefined
  /** Shows a number by an Excel format, as a person in Brazil sees it. */
  readonly formatNumber: (pattern: string, value: number) => string
  readonly isDateFormat: (pattern: string) => boolean
  /** Pattern of a built-in format. */
  readonly builtInFormat: (id: number) => string | undefined
}

/** Names come without their prefix. */
export type XmlHandler = {
  readonly open: (name: string) => void
  readonly attribute: (name: string, value: string) => void
  readonly text: (text: string) => void
  readonly close: (name: string) => void
}
export type CreateXmlReader = (handler: XmlHandler) => {
  readonly write: (text: string) => void
  readonly end: () => void
}

/** No part of a spreadsheet nests deeper. */
const MAX_DEPTH = 64
/** No tag, comment or attribute of a spreadsheet is longer. */
const MAX_TOKEN_LENGTH = 4 * 1024 * 1024
/** Bytes that are parsed in one go. */
const PIECE_BYTES = 32 * 1024

export type PartReader = ReturnType<typeof createPartReader>

/**
 * Reads parts piece by piece, so that none is held as a whole. What a hostile file could make grow
 * is bounded: the inflated bytes of all parts together, depth, and the length of what the parser
 * has to hold.
 */
export function createPartReader({ archiveBytes, open, createXmlReader, pause }: XlsxPackage) {
  const mayInflateTo = inflationLimit(archiveBytes)
  let inflatedBytes = 0
  return { read, pieces, has: (path: string) => open(path) !== undefined }

  /** Reads a part to its end; one that is missing has nothing in it. */
  async function read(
    path: string,
    handler: XmlHandler,
    options: { readonly limitBytes: number },
  ): Promise<void> {
    for await (const _ of pieces(path, handler, options));
  }

  /** Yields after every piece that the handler has got. */
  async function* pieces(
    path: string,
    handler: XmlHandler,
    { limitBytes }: { readonly limitBytes: number },
  ): AsyncGenerator<void, void, undefined> {
    let ownBytes = 0
    const { write, end } = createGuardedReader(createXmlReader, handler)
    let decoder: TextDecoder | null = null
    for await (const bytes of open(path) ?? []) {
      ownBytes += bytes.length
      inflatedBytes += bytes.length
      if (ownBytes > limitBytes || inflatedBytes > mayInflateTo) {
        throw new AppError('xlsx_too_large', `${path} inflates to more than ${ownBytes} bytes`)
      }
      decoder ??= decoderOf(bytes)
      for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
        write(decoder.decode(bytes.subarray(from, from + PIECE_BYTES), { stream: true }))
        yield
        await pause()
      }
    }
    end()
    yield
  }
}

/** A small file of endless repetition would take the processor as long as a million rows. */
function inflationLimit(archiveBytes: number): number {
  const honest = XLSX_INFLATED_FREE_BYTES + archiveBytes * XLSX_INFLATION_LIMIT
  return Math.min(honest, XLSX_INFLATED_LIMIT_BYTES)
}

function decoderOf(start: Uint8Array): TextDecoder {
  if (start[0] === 0xff && start[1] === 0xfe) return new TextDecoder('utf-16le')
  if (start[0] === 0xfe && start[1] === 0xff) return new TextDecoder('utf-16be')
  return new TextDecoder()
}

function createGuardedReader(createXmlReader: CreateXmlReader, handler: XmlHandler) {
  let depth = 0
  let unread = 0
  const reader = createXmlReader({
    open(name) {
      unread = 0
      depth += 1
      if (depth > MAX_DEPTH) throw new AppError('xlsx_broken', 'too deep')
      handler.open(name)
    },
    attribute(name, value) {
      unread = 0
      handler.attribute(name, value)
    },
    text(text) {
      unread = 0
      handler.text(text)
    },
    close(name) {
      unread = 0
      depth -= 1
      handler.close(name)
    },
  })
  return { write, end }

  function write(text: string): void {
    unread += text.length
    reader.write(text)
    if (unread > MAX_TOKEN_LENGTH) throw new AppError('xlsx_broken', 'a long tag')
  }

  function end(): void {
    if (depth !== 0) throw new AppError('xlsx_broken', 'an unended tag')
    reader.end()
  }
}
