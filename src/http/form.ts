import type { Context } from 'hono'
import { z } from 'zod'
import type { Endpoint } from '../contract/endpoint.ts'
import { AppError, type ErrorCode } from '../contract/errors.ts'
import { check } from './bind.ts'
import { refuseLargeBody } from './body.ts'
import type { Env } from './client.ts'
import { boundaryOf, readMultipart } from './multipart.ts'

/** Room for delimiters, headers and the other fields, beside the file itself. */
const FORM_OVERHEAD_BYTES = 1024 * 1024
const MAX_FIELD_BYTES = 64 * 1024

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : Record<string, string>

/**
 * Reads a form with one file. The file's bytes go to `onBytes` as they arrive and are never held
 * here; a field may stand before or after the file.
 * @throws AppError `not_multipart`, `malformed_upload`, `file_missing`, `file_empty`, `invalid`, and
 * `tooLarge` beyond the endpoint's limit
 */
export async function readForm<const E extends Endpoint>(
  endpoint: E,
  input: {
    readonly c: Context<Env>
    readonly tooLarge: ErrorCode
    readonly onBytes: (bytes: Uint8Array) => void | Promise<void>
  },
): Promise<Output<E['form']>>
export async function readForm(
  { fileField, limitBytes = 0, form }: Endpoint,
  {
    c,
    tooLarge,
    onBytes,
  }: {
    readonly c: Context<Env>
    readonly tooLarge: ErrorCode
    readonly onBytes: (bytes: Uint8Array) => void | Promise<void>
  },
): Promise<unknown> {
  const boundary = boundaryOf(c.req.header('content-type') ?? '')
  refuseLargeBody(c, { limitBytes: limitBytes + FORM_OVERHEAD_BYTES, code: tooLarge })
  const fields = new Map<string, string>()
  const file = { isThere: false, size: 0 }
  let decoder = new TextDecoder()
  let current = ''

  for await (const event of readMultipart(received(c.req.raw.body), boundary)) {
    if (event.type === 'part') {
      current = event.name
      decoder = new TextDecoder()
      if (current !== fileField) fields.set(current, '')
      else if (file.isThere) throw new AppError('malformed_upload', 'two files')
      // A form without a chosen file sends an empty part without a name.
      else file.isThere = event.fileName !== ''
    } else if (current === fileField) {
      file.size += event.bytes.length
      if (file.size > limitBytes) throw new AppError(tooLarge, `more than ${limitBytes} bytes`)
      await onBytes(event.bytes)
    } else {
      const text = `${fields.get(current) ?? ''}${decoder.decode(event.bytes, { stream: true })}`
      if (text.length > MAX_FIELD_BYTES) throw new AppError('malformed_upload', 'a long field')
      fields.set(current, text)
    }
  }
  if (!file.isThere) throw new AppError('file_missing', fileField ?? '')
  if (file.size === 0) throw new AppError('file_empty', fileField ?? '')
  return check(form ?? z.record(z.string(), z.string()), Object.fromEntries(fields))
}

/** The network's own failures in the words of the catalogue: the rest never came. */
async function* received(body: AsyncIterable<Uint8Array> | null): AsyncIterable<Uint8Array> {
  try {
    yield* body ?? []
  } catch (error) {
    throw new AppError('malformed_upload', 'the upload broke off', { cause: error })
  }
}
