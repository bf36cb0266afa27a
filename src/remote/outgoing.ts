import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { AppError } from '../contract/errors.ts'
import { followSignal } from '../domain/followed-signal.ts'
import type { Targets } from './targets.ts'

/** A call could not be made, or its answer could not be read. */
export class OutgoingError extends Error {
  constructor(message: string, options: { readonly cause?: unknown } = {}) {
    super(message, options)
    this.name = 'OutgoingError'
  }
}

/** The answer is longer than the caller wants to hold. */
export class AnswerTooLarge extends OutgoingError {}

/** The whole call took longer than it may. */
export class OutgoingTimeout extends OutgoingError {}

export type OutgoingCall = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Headers for the first host only, not for hosts it redirects to. */
  readonly secretHeaders?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly body?: unknown
  /** The body as JSON text, where its exact bytes matter. */
  readonly json?: string
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** Null: the answer's body is not needed, and not read. */
  readonly limitBytes: number | null
  /** Takes the answer's body piece by piece, which then is held nowhere. */
  readonly onBytes?: (bytes: Uint8Array) => Promise<void>
  readonly targets: Targets
}

export type OutgoingAnswer = {
  readonly status: number
  /** Null where there was no body; undefined where the body is not JSON. */
  readonly json: unknown
  /** Seconds that `Retry-After` asks for; null where it is absent or unreadable. */
  readonly retryAfterSeconds: number | null
}

/** An answer with its body undecoded. */
export type OutgoingBytes = {
  readonly status: number
  readonly bytes: Buffer
  /** The media type without parameters, in lower case; null where none was sent. */
  readonly contentType: string | null
  readonly retryAfterSeconds: number | null
}

/** The beginning of an answer. */
export type StartOfAnswer = Omit<OutgoingBytes, 'contentType'> & {
  readonly headers: IncomingMessage['headers']
  /** Whether there is more. */
  readonly isCut: boolean
}

/** How long the beginning of a body is waited for after the headers. */
const START_TIMEOUT_MS = 1_000
const MAX_REDIRECTS = 3
const KEEPS_METHOD = new Set([307, 308])
const REDIRECTS = new Set([301, 302, 303, 307, 308])

/**
 * Calls another service over HTTP. Not with `fetch`: the address that a connection really goes to
 * is checked, again at every redirect.
 * @throws OutgoingError, PrivateTargetError
 */
export async function callOut(call: OutgoingCall): Promise<OutgoingAnswer> {
  const { status, bytes, retryAfterSeconds } = await fetchOut(call)
  return { status, json: readJson(bytes.toString('utf8')), retryAfterSeconds }
}

/**
 * Calls another service whose answer need not be JSON.
 * @throws OutgoingError, PrivateTargetError
 */
export async function fetchOut(call: OutgoingCall): Promise<OutgoingBytes> {
  return within(call, async (timed) => readAnswer(await follow(timed), timed))
}

/**
 * Calls another service for the beginning of its answer, up to `limitBytes`. Once it has answered,
 * a body that breaks off or takes longer than a moment is only cut. A redirect that would change
 * the method of the request is returned as the answer.
 * @throws OutgoingError, PrivateTargetError
 */
export async function fetchStart(call: OutgoingCall): Promise<StartOfAnswer> {
  return within(call, async (timed) => readStart(await follow(timed, { isAnyAnswer: true }), timed))
}

async function within<Answer>(
  call: OutgoingCall,
  work: (call: OutgoingCall) => Promise<Answer>,
): Promise<Answer> {
  const { signal, abort, release } = followSignal(call.signal)
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    abort()
  }, call.timeoutMs)
  try {
    return await work({ ...call, signal })
  } catch (error) {
    if (!isLate || !(error instanceof OutgoingError)) throw error
    throw new OutgoingTimeout(error.message, { cause: error })
  } finally {
    clearTimeout(timer)
    release()
  }
}

async function follow(
  call: OutgoingCall,
  { isAnyAnswer }: { readonly isAnyAnswer: boolean } = { isAnyAnswer: false },
): Promise<IncomingMessage> {
  const first = new URL(call.url)
  let url = first
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const isFirstHost = url.host === first.host && url.protocol === first.protocol
    const response = await open({ ...call, url, isFirstHost })
    const status = response.statusCode ?? 0
    const location = response.headers.location
    if (!REDIRECTS.has(status) || location === undefined) return response
    const isOther = call.method !== 'GET' && !KEEPS_METHOD.has(status)
    if (isOther && isAnyAnswer) return response
    response.destroy()
    if (isOther) throw new OutgoingError(`${url.host} redirects what is no GET with ${status}`)
    url = nextUrl(location, url)
  }
  throw new OutgoingError(`${first.host} redirects without end`)
}

function nextUrl(location: string, from: URL): URL {
  if (!URL.canParse(location, from)) throw new OutgoingError('redirected to no address')
  const url = new URL(location, from)
  const isDowngrade = from.protocol === 'https:' && url.protocol === 'http:'
  if ((url.protocol !== 'http:' && url.protocol !== 'https:') || isDowngrade) {
    throw new OutgoingError(`redirected to ${url.protocol}`)
  }
  return url
}

function open({
  url,
  isFirstHost,
  method,
  headers,
  secretHeaders,
  body,
  json,
  signal,
  targets,
}: Omit<OutgoingCall, 'url'> & {
  readonly url: URL
  readonly isFirstHost: boolean
}): Promise<IncomingMessage> {
  targets.refuseLiteral(url)
  const payload = method === 'GET' ? '' : (json ?? textOf(body))
  const start = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    let request: ClientRequest
    try {
      request = start(url, {
        method,
        signal,
        // A reused connection would skip the check of its address.
        agent: false,
        lookup: targets.lookup(url),
        headers: {
          accept: 'application/json',
          'accept-encoding': 'identity',
          ...(payload !== '' && {
            'content-type': 'application/json',
            'content-length': String(Buffer.byteLength(payload)),
          }),
          ...headers,
          ...(isFirstHost && secretHeaders),
        },
      })
    } catch (error) {
      reject(new OutgoingError(`cannot call ${url.host}`, { cause: error }))
      return
    }
    request.once('response', resolve)
    request.once('error', (error) => reject(toOutgoingError(error, url)))
    request.end(payload)
  })
}

function textOf(body: unknown): string {
  return body === undefined ? '' : JSON.stringify(body)
}

function toOutgoingError(error: Error, { host }: URL): Error {
  return error.name === 'PrivateTargetError'
    ? error
    : new OutgoingError(`${host} cannot be reached: ${error.message}`, { cause: error })
}

async function readAnswer(
  response: IncomingMessage,
  { limitBytes, onBytes, signal }: OutgoingCall,
): Promise<OutgoingBytes> {
  if (limitBytes === null) {
    response.destroy()
    return { ...headOf(response), bytes: Buffer.alloc(0) }
  }
  const chunks: Buffer[] = []
  let size = 0
  // The request's own signal ends with the request, before the answer's body is complete.
  const cut = () => response.destroy(new OutgoingError('the answer took too long'))
  signal.addEventListener('abort', cut)
  if (signal.aborted) cut()
  try {
    for await (const chunk of response) {
      size += chunk.length
      if (size > limitBytes) throw new AnswerTooLarge(`an answer above ${limitBytes} bytes`)
      if (onBytes) await onBytes(chunk)
      else chunks.push(chunk)
    }
  } catch (error) {
    response.destroy()
    if (error instanceof OutgoingError || error instanceof AppError) throw error
    throw new OutgoingError('the answer ended early', { cause: error })
  } finally {
    signal.removeEventListener('abort', cut)
  }
  return { ...headOf(response), bytes: Buffer.concat(chunks) }
}

async function readStart(
  response: IncomingMessage,
  { limitBytes, signal }: OutgoingCall,
): Promise<StartOfAnswer> {
  const { status, retryAfterSeconds } = headOf(response)
  const chunks: Buffer[] = []
  let size = 0
  const limit = limitBytes ?? 0
  const cut = () => response.destroy()
  const timer = setTimeout(cut, START_TIMEOUT_MS)
  signal.addEventListener('abort', cut)
  try {
    for await (const chunk of response) {
      chunks.push(chunk)
      size += chunk.length
      if (size > limit) break
    }
  } catch {
    // Broken off: it has answered all the same.
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', cut)
    response.destroy()
  }
  const bytes = Buffer.concat(chunks).subarray(0, limit)
  const isCut = size > limit || !response.complete
  return { status, retryAfterSeconds, headers: response.headers, bytes, isCut }
}

function headOf({ statusCode, headers }: IncomingMessage): Omit<OutgoingBytes, 'bytes'> {
  return {
    status: statusCode ?? 0,
    contentType: headers['content-type']?.split(';')[0]?.trim().toLowerCase() || null,
    retryAfterSeconds: readRetryAfter(headers['retry-after']),
  }
}

/** Null where there is no body; undefined where it is not JSON. */
export function readJson(body: string): unknown {
  if (body === '') return null
  try {
    return JSON.parse(body)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const MAX_RETRY_SECONDS = 24 * 60 * 60

/** Seconds or a date, as HTTP allows. */
function readRetryAfter(header: string | undefined): number | null {
  if (header === undefined) return null
  const seconds = /^\d+$/.test(header)
    ? Number(header)
    : Math.ceil((Date.parse(header) - Date.now()) / 1000)
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 1), MAX_RETRY_SECONDS) : null
}
