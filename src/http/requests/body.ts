import { setImmediate } from 'node:timers/promises'
import type { Context } from 'hono'
import type { BodyRows } from '../../contract/api/endpoint.ts'
import { AppError, type ErrorCode } from '../../contract/errors.ts'
import type { Env } from './client.ts'
import { readForm } from './form-body.ts'
import { parseInPieces } from './json-pieces.ts'
import { withCheckedRows } from './rows.ts'

/** Parsed in one go up to this; a larger body would keep other calls waiting. */
const PARSED_AT_ONCE_BYTES = 256 * 1024

export type JsonBody = {
  readonly value: unknown
  /** Returns a text that is the same for two calls with the same body. */
  identity(): Promise<string>
}

/**
 * Reads the body of a call as JSON, with its size checked before it is parsed. A missing body reads
 * as an empty object, so that a call without fields needs none. A large one is parsed in pieces.
 * @throws AppError `body_too_large`, `not_json`, `malformed_json`
 */
export async function readJson(
  c: Context<Env>,
  {
    limitBytes,
    rows,
    takesForms = false,
  }: {
    readonly limitBytes: number
    readonly rows?: BodyRows | undefined
    /** Whether the body may also be an encoded form. */
    readonly takesForms?: boolean
  },
): Promise<JsonBody> {
  refuseLargeBody(c, { limitBytes, code: 'body_too_large' })
  const bytes = await readBytes(c, limitBytes)
  if (takesForms && bytes.length > 0 && isForm(c)) return readFormBody(bytes)
  if (bytes.length > 0) refuseOtherTypes(c)
  const isLarge = bytes.length > PARSED_AT_ONCE_BYTES
  const value = bytes.length === 0 ? {} : await parse(bytes, isLarge)
  if (!isLarge) return { value, identity: async () => JSON.stringify(value) }
  return {
    value: rows ? await withCheckedRows(value, rows) : value,
    identity: () => digestOf(bytes),
  }
}

function isForm(c: Context<Env>): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(c.req.header('content-type') ?? '')
}

async function readFormBody(bytes: Uint8Array<ArrayBuffer>): Promise<JsonBody> {
  try {
    const value = await readForm(await decodeInPieces(bytes), { pause: setImmediate })
    return { value, identity: () => digestOf(bytes) }
  } catch (error) {
    throw new AppError('malformed_json', `a form of ${bytes.length} bytes`, { cause: error })
  }
}

async function parse(bytes: Uint8Array<ArrayBuffer>, isLarge: boolean): Promise<unknown> {
  try {
    if (isLarge) return await parseInPieces(await decodeInPieces(bytes), { pause: setImmediate })
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    throw new AppError('malformed_json', `${bytes.length} bytes`, { cause: error })
  }
}

async function decodeInPieces(bytes: Uint8Array): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  for (let from = 0; from < bytes.length; from += PARSED_AT_ONCE_BYTES) {
    const piece = bytes.subarray(from, from + PARSED_AT_ONCE_BYTES)
    text += decoder.decode(piece, { stream: true })
    await setImmediate()
  }
  return text + decoder.decode()
}

/** Made in a thread of the platform: serialising a large value again would block this one. */
async function digestOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('base64url')
}

/** Refuses a body whose declared length is too large, before a byte of it is read. */
export function refuseLargeBody(
  c: Context<Env>,
  { limitBytes, code }: { readonly limitBytes: number; readonly code: ErrorCode },
): void {
  const declared = Number(c.req.header('content-length') ?? 0)
  if (declared > limitBytes) throw new AppError(code, `${declared} bytes declared`)
}

function refuseOtherTypes(c: Context<Env>): void {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  const encoding = c.req.header('content-encoding')?.toLowerCase() ?? 'identity'
  const isJson = type === 'application/json' || /^application\/[\w.-]+\+json$/.test(type)
  if (!isJson || encoding !== 'identity') throw new AppError('not_json', `${type} ${encoding}`)
}

async function readBytes(c: Context<Env>, limitBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  try {
    // A declared length is enforced by the server, and read in one go.
    if (c.req.header('content-length')) return new Uint8Array(await c.req.raw.arrayBuffer())
    return await collect(c.req.raw.body, { limitBytes, code: 'body_too_large' })
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('malformed_json', 'the body ended early', { cause: error })
  }
}

/**
 * Reads and drops up to so much of a body that is too large: breaking off would cut the connection,
 * and with it the caller's next call.
 */
const DROPPED_MAX_BYTES = 16 * 1024 * 1024

/** @throws AppError with `code` where the body is larger than allowed */
async function collect(
  body: AsyncIterable<Uint8Array> | null,
  { limitBytes, code }: { readonly limitBytes: number; readonly code: ErrorCode },
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size <= limitBytes) chunks.push(chunk)
    else if (size > limitBytes + DROPPED_MAX_BYTES) break
  }
  if (size > limitBytes) throw new AppError(code, `more than ${limitBytes} bytes`)
  return Buffer.concat(chunks)
}
