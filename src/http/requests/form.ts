import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import type { Context } from 'hono'
import { z } from 'zod'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { AppError, type ErrorCode } from '../../contract/errors.ts'
import { check } from '../bind.ts'
import { refuseLargeBody } from './body.ts'
import type { Env } from './client.ts'

/** Room for delimiters, headers and the other fields, beside the file itself. */
const FORM_OVERHEAD_BYTES = 1024 * 1024
const MAX_FIELD_BYTES = 64 * 1024
const MAX_PARTS = 100
const MAX_HEADER_BYTES = 16 * 1024

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : Record<string, string>

type FormInput = {
  readonly c: Context<Env>
  readonly tooLarge: ErrorCode
  readonly onBytes: (bytes: Uint8Array) => void | Promise<void>
  /** Called with the file's own name, before its bytes. */
  readonly onName?: (fileName: string) => void
}

/**
 * Reads a form with one file, whose bytes go to `onBytes` as they arrive and are never held here; a
 * field may stand before or after the file.
 * @throws AppError `not_multipart`, `malformed_upload`, `file_missing`, `file_empty`, `invalid`,
 * and `tooLarge` beyond the endpoint's limit
 */
export async function readForm<const E extends Endpoint>(
  endpoint: E,
  input: FormInput,
): Promise<Output<E['form']>>
export async function readForm(endpoint: Endpoint, input: FormInput): Promise<unknown> {
  const { fileField = '', form } = endpoint
  const { fields, fileSize } = await readParts(endpoint, input)
  if (fileSize === null) throw new AppError('file_missing', fileField)
  return check(form ?? z.record(z.string(), z.string()), Object.fromEntries(fields))
}

/**
 * Reads a form like `readForm`, with its fields as they came; a size of null: there was no file.
 * @throws AppError `not_multipart`, `malformed_upload`, `file_empty`, and `tooLarge`
 */
export async function readParts(
  { fileField = '', limitBytes = 0 }: Pick<Endpoint, 'fileField' | 'limitBytes'>,
  { c, tooLarge, onBytes, onName = () => undefined }: FormInput,
): Promise<{ readonly fields: ReadonlyMap<string, string>; readonly fileSize: number | null }> {
  const parser = createParser(c.req.header('content-type') ?? '', fileField)
  refuseLargeBody(c, { limitBytes: limitBytes + FORM_OVERHEAD_BYTES, code: tooLarge })
  const { fields, fileSize } = await parse(parser, {
    body: c.req.raw.body,
    onFile: (stream, fileName) => {
      onName(fileName)
      return readFile(stream, { limitBytes, tooLarge, onBytes })
    },
  })
  if (fileSize === 0) throw new AppError('file_empty', fileField)
  return { fields, fileSize }
}

function createParser(contentType: string, fileField: string): Busboy {
  if (!/^multipart\/form-data\s*(?:;|$)/i.test(contentType)) {
    throw new AppError('not_multipart', contentType.slice(0, 100))
  }
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      isPartAFile: (name) => name === fileField,
      limits: {
        fieldSize: MAX_FIELD_BYTES,
        parts: MAX_PARTS,
        files: 1,
        headerSize: MAX_HEADER_BYTES,
      },
    })
  } catch (cause) {
    throw new AppError('malformed_upload', 'no boundary', { cause })
  }
}

async function parse(
  parser: Busboy,
  {
    body,
    onFile,
  }: {
    readonly body: AsyncIterable<Uint8Array> | null
    readonly onFile: (stream: BusboyFileStream, fileName: string) => Promise<number>
  },
): Promise<{ readonly fields: Map<string, string>; readonly fileSize: number | null }> {
  const fields = new Map<string, string>()
  let file: Promise<number> | undefined
  const refuse = (error: unknown) => stop(parser, error)
  parser.on('field', (name, value, isNameCut, isValueCut) => {
    if (isNameCut || isValueCut) refuse(new AppError('malformed_upload', 'a long field'))
    fields.set(name, value)
  })
  parser.on('file', (_name, stream, fileName) => {
    // A form without a chosen file sends an empty part without a name.
    if (fileName === '') {
      stream.resume()
      return
    }
    file = onFile(stream, fileName)
    file.catch(refuse)
  })
  parser.on('filesLimit', () => refuse(new AppError('malformed_upload', 'two files')))
  parser.on('partsLimit', () => refuse(new AppError('malformed_upload', 'too many parts')))
  const failed = new Promise<never>((_, reject) => parser.on('error', reject))
  const finished = once(parser, 'finish')
  // Both are awaited below; a failure before that must not count as unhandled.
  failed.catch(() => undefined)
  finished.catch(() => undefined)
  try {
    for await (const bytes of body ?? []) {
      await Promise.race([failed, write(parser, bytes), stuck(() => file)])
    }
    parser.end()
    await Promise.race([failed, finished, stuck(() => file)])
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError('malformed_upload', 'the form is broken or broke off', { cause })
  }
  return { fields, fileSize: file === undefined ? null : await file }
}

function write(parser: Writable, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => parser.write(bytes, () => resolve()))
}

/**
 * Rejects for a form at which the parser would wait for ever: a part with unended headers, or with
 * nothing but headers. A parser that is not stuck ends in the same tick in which the file ends.
 * @throws AppError `malformed_upload`
 */
async function stuck(file: () => Promise<unknown> | undefined): Promise<never> {
  await file()
  await setImmediate()
  throw new AppError('malformed_upload', 'the form has a part without an end')
}

function stop(parser: Writable, error: unknown): void {
  parser.destroy(error instanceof Error ? error : new Error(String(error)))
}

async function readFile(
  stream: BusboyFileStream,
  {
    limitBytes,
    tooLarge,
    onBytes,
  }: { readonly limitBytes: number } & Pick<FormInput, 'tooLarge' | 'onBytes'>,
): Promise<number> {
  let size = 0
  for await (const bytes of stream) {
    size += bytes.length
    if (size > limitBytes) throw new AppError(tooLarge, `more than ${limitBytes} bytes`)
    await onBytes(bytes)
  }
  return size
}
