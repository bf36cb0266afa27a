import { AppError } from '../contract/errors.ts'

/** What a multipart body consists of, in the order it arrives. */
export type MultipartEvent =
  | { readonly type: 'part'; readonly name: string; readonly fileName: string | null }
  /** A piece of the part that began last. */
  | { readonly type: 'data'; readonly bytes: Uint8Array }

const MAX_HEADER_BYTES = 16 * 1024
const MAX_PARTS = 100
/** Blanks that may follow a delimiter. */
const MAX_PADDING_BYTES = 100
const LINE_BREAK = Buffer.from('\r\n')
const HEADER_END = Buffer.from('\r\n\r\n')

/**
 * The boundary that a content type names.
 * @throws AppError `not_multipart`, or `malformed_upload` where there is none
 */
export function boundaryOf(contentType: string): string {
  if (!/^multipart\/form-data\s*(?:;|$)/i.test(contentType)) {
    throw new AppError('not_multipart', contentType.slice(0, 100))
  }
  const [, quoted, plain] =
    /;\s*boundary=(?:"([^"]{1,70})"|([^;\s"]{1,70}))/i.exec(contentType) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined) throw new AppError('malformed_upload', 'no boundary')
  return boundary
}

/**
 * Takes a multipart body apart while it arrives. No more than one piece of the network and one
 * header is ever held.
 * @throws AppError `malformed_upload` for a body that is none, or ends early
 */
export async function* readMultipart(
  body: AsyncIterable<Uint8Array>,
  boundary: string,
): AsyncGenerator<MultipartEvent, void, undefined> {
  const parser = createParser(boundary)
  for await (const chunk of body) yield* parser.push(chunk)
  if (!parser.isComplete()) throw malformed('the body ended early')
}

function createParser(boundary: string) {
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  // The first delimiter has no line before it: with one put in front, all of them look the same.
  let held: Buffer = LINE_BREAK
  let state: 'preamble' | 'delimiter' | 'header' | 'data' | 'end' = 'preamble'
  let partCount = 0
  let events: MultipartEvent[] = []

  /** Each step says whether it got further; if not, it waits for more bytes. */
  const steps = { preamble, delimiter: afterDelimiter, header, data, end }

  return { push, isComplete: () => state === 'end' }

  function push(chunk: Uint8Array): MultipartEvent[] {
    held = Buffer.concat([held, chunk])
    events = []
    while (steps[state]());
    return events
  }

  function preamble(): boolean {
    const { isFound } = upToDelimiter()
    if (isFound) state = 'delimiter'
    return isFound
  }

  function data(): boolean {
    const { bytes, isFound } = upToDelimiter()
    if (bytes.length > 0) events.push({ type: 'data', bytes })
    if (isFound) state = 'delimiter'
    return isFound
  }

  function upToDelimiter(): { bytes: Uint8Array; isFound: boolean } {
    const at = held.indexOf(delimiter)
    // Without one, the end of what is held may still be the beginning of a delimiter.
    const end = at >= 0 ? at : Math.max(0, held.length - delimiter.length + 1)
    const bytes = held.subarray(0, end)
    held = held.subarray(at >= 0 ? at + delimiter.length : end)
    return { bytes, isFound: at >= 0 }
  }

  function afterDelimiter(): boolean {
    if (held.subarray(0, 2).toString('latin1') === '--') {
      state = 'end'
      return true
    }
    const lineEnd = held.indexOf(LINE_BREAK)
    if (lineEnd < 0) {
      if (held.length > MAX_PADDING_BYTES) throw malformed('delimiter')
      return false
    }
    if (held.subarray(0, lineEnd).toString('latin1').trim() !== '') throw malformed('delimiter')
    // The line break stays: with it, a part without any header ends its header at once.
    held = held.subarray(lineEnd)
    state = 'header'
    return true
  }

  function header(): boolean {
    const end = held.indexOf(HEADER_END)
    if (Math.max(end, end < 0 ? held.length : 0) > MAX_HEADER_BYTES) throw malformed('long header')
    if (end < 0) return false
    partCount += 1
    if (partCount > MAX_PARTS) throw malformed('too many parts')
    events.push(readHeader(held.subarray(0, end).toString('utf8')))
    held = held.subarray(end + HEADER_END.length)
    state = 'data'
    return true
  }

  /** Whatever follows the last delimiter means nothing. */
  function end(): boolean {
    held = Buffer.alloc(0)
    return false
  }
}

function readHeader(text: string): MultipartEvent {
  const disposition = /^content-disposition:\s*form-data\s*(;.*)$/im.exec(text)?.[1] ?? ''
  const name = parameter(disposition, 'name')
  if (name === undefined) throw malformed('a part has no name')
  return { type: 'part', name, fileName: parameter(disposition, 'filename') ?? null }
}

/** Browsers write quotes and line breaks inside a name as percent codes. */
function parameter(disposition: string, name: string): string | undefined {
  const [, quoted, plain] =
    new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^;\\s]+))`, 'i').exec(disposition) ?? []
  return (quoted ?? plain)?.replace(/%22/g, '"').replace(/%0D%0A/gi, '\n')
}

function malformed(detail: string): AppError {
  return new AppError('malformed_upload', detail)
}
