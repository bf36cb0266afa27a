import type { AddressInput, AnswerOf, CallInput } from '../contract/api/call.ts'
import { createCaller, type Outgoing, type Page, type PageStart } from '../contract/api/client.ts'
import type { Endpoint } from '../contract/api/endpoint.ts'
import { IDEMPOTENCY_HEADER } from '../contract/api/idempotency-header.ts'
import {
  CommandError,
  ExitCode,
  Interrupted,
  notSignedIn,
  refusalSentence,
  systemCode,
} from './terminal/outcome.ts'
import { type Answer, sendRequest, Unanswered } from './transport.ts'

const CALL_TIMEOUT_MS = 30_000
/** Uploads of a whole CSV: the server answers only after it has read and checked every row. */
const UPLOAD_TIMEOUT_MS = 30 * 60_000
/** From this status on a proxy answers for a server that did not answer it. */
const BAD_GATEWAY = 502

/** What a header can hold. Node's own error for anything else would show the whole credential. */
const sendable = /^[\x21-\x7e]+$/

type Request = {
  readonly address: string
  readonly method: string
  readonly timeoutMs: number
  readonly body?: string | AsyncIterable<Uint8Array>
  readonly contentType?: string
  readonly idempotencyKey?: string
}

/** Lets a call be carried out once, however often it is sent. */
export type OnceOptions = { readonly idempotencyKey: string }

export type Client = {
  readonly url: string
  readonly call: <E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
    options?: Partial<OnceOptions>,
  ) => Promise<AnswerOf<E>>
  readonly readPage: <E extends Endpoint & { readonly body?: undefined }>(
    endpoint: E,
    input: AddressInput<E>,
    options: PageStart,
  ) => Promise<Page<AnswerOf<E>>>
  readonly upload: <E extends Endpoint>(
    endpoint: E,
    form: FormData,
    options?: UploadOptions,
  ) => Promise<AnswerOf<E>>
  readonly open: <E extends Endpoint>(
    endpoint: E,
    input: AddressInput<E>,
  ) => Promise<AsyncIterable<Uint8Array>>
  /** A multipart call whose answer is read as it comes. */
  readonly openUpload: (
    endpoint: Endpoint,
    form: FormData,
    options?: UploadOptions,
  ) => Promise<AsyncIterable<Uint8Array>>
  /** Any call of the server's, whose answer is read as it comes. */
  readonly request: (call: Outgoing & Partial<OnceOptions>) => Promise<Answer>
  readonly until: (signal: AbortSignal) => Client
}

type UploadOptions = Partial<OnceOptions> & {
  /** Gets how many bytes have been sent so far. */
  readonly onSent?: (byteCount: number) => void
}

/**
 * Makes the table's calls over HTTP. Every refusal is a CommandError: 3 for a sign-in that is not
 * valid, 4 for an unreachable daemon, 1 for everything else.
 */
export function createClient(access: {
  readonly url: string
  readonly credential: string | null
  readonly signal: AbortSignal
  /** What is said when the server does not take the credential; left out: the server's sentence. */
  readonly refusal?: string
}): Client {
  const { url } = access
  const { call, readPage, answerOf, goodAnswer, ...caller } = createCaller({
    reach: (request, options: Partial<OnceOptions>) => sendJson({ ...request, ...options }),
    refused: (status, { message, code, details = [] }) =>
      new CommandError(sentenceOf({ code, message, details }), {
        exitCode: status === 401 ? ExitCode.notSignedIn : ExitCode.failed,
        code,
        details,
      }),
    strange: strangeAnswer,
    lost: connectionError,
  })
  return { url, call, readPage, upload, open, openUpload, request, until }

  /** Only `unauthorized` is about the credential: a wrong password is another matter. */
  function sentenceOf(refusal: Parameters<typeof refusalSentence>[0]): string {
    const isOfCredential = refusal.code === 'unauthorized' && access.credential !== null
    return (isOfCredential && access.refusal) || refusalSentence(refusal)
  }

  /** The same client for calls that end with `signal` too. */
  function until(signal: AbortSignal): Client {
    return createClient({ ...access, signal: AbortSignal.any([access.signal, signal]) })
  }

  /** A multipart call. */
  async function upload<E extends Endpoint>(
    endpoint: E,
    form: FormData,
    options?: UploadOptions,
  ): Promise<AnswerOf<E>>
  async function upload(
    endpoint: Endpoint,
    form: FormData,
    options?: UploadOptions,
  ): Promise<unknown> {
    return await answerOf(endpoint, await sendForm(endpoint, form, options))
  }

  async function openUpload(
    endpoint: Endpoint,
    form: FormData,
    options?: UploadOptions,
  ): Promise<AsyncIterable<Uint8Array>> {
    const { body } = await goodAnswer(await sendForm(endpoint, form, options))
    return body
  }

  async function sendForm(
    endpoint: Endpoint,
    form: FormData,
    { onSent = () => undefined, ...once }: UploadOptions = {},
  ): Promise<Answer> {
    const { body, headers } = new Response(form)
    const contentType = headers.get('content-type')
    if (!body || !contentType) throw new Error('a multipart form came without a body')
    return await send({
      address: endpoint.path,
      method: endpoint.methods[0].toUpperCase(),
      timeoutMs: UPLOAD_TIMEOUT_MS,
      body: counted(body, onSent),
      contentType,
      ...once,
    })
  }

  /** A call whose answer is read as it comes; the time limit covers only its beginning. */
  async function open<E extends Endpoint>(
    endpoint: E,
    input: AddressInput<E>,
  ): Promise<AsyncIterable<Uint8Array>> {
    const { body } = await caller.open(endpoint, input)
    return body
  }

  async function request(asked: Outgoing & Partial<OnceOptions>): Promise<Answer> {
    return await goodAnswer(await sendJson(asked))
  }

  function sendJson(asked: Outgoing & Partial<OnceOptions>): Promise<Answer> {
    return send({
      ...asked,
      timeoutMs: CALL_TIMEOUT_MS,
      ...(asked.body === undefined ? {} : { contentType: 'application/json' }),
    })
  }

  async function send({
    address,
    method,
    timeoutMs,
    body,
    contentType,
    idempotencyKey,
  }: Request): Promise<Answer> {
    const credential = access.credential?.trim()
    if (credential && !sendable.test(credential)) {
      throw notSignedIn(access.refusal ?? 'A credencial tem caracteres que nenhuma tem.')
    }
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(), timeoutMs)
    const headers = {
      accept: '*/*',
      ...(credential && { authorization: `Bearer ${credential}` }),
      ...(contentType !== undefined && { 'content-type': contentType }),
      ...(idempotencyKey !== undefined && { [IDEMPOTENCY_HEADER]: idempotencyKey }),
    }
    const signal = AbortSignal.any([access.signal, limit.signal])
    try {
      return await sendRequest({ url: `${url}${address}`, method, headers, body, signal })
    } catch (error) {
      throw limit.signal.aborted
        ? unreachable(`não respondeu em ${timeoutMs / 1000} segundos`, error)
        : connectionError(error)
    } finally {
      clearTimeout(timer)
    }
  }

  function strangeAnswer(status: number, cause: unknown): CommandError {
    return new CommandError(
      `O endereço ${url} não respondeu como um servidor do Disparo (HTTP ${status}). Confira o endereço e a versão.`,
      { code: status < BAD_GATEWAY ? 'strange_answer' : 'no_answer', cause },
    )
  }

  function connectionError(error: unknown): Error {
    if (access.signal.aborted) return new Interrupted()
    return unreachable('não está respondendo', error)
  }

  function unreachable(what: string, cause: unknown): CommandError {
    return new CommandError(
      `O servidor em ${url} ${what}${reasonOf(cause)}.\nVerifique o endereço, ou inicie o servidor com: disparo serve`,
      {
        exitCode: ExitCode.unreachable,
        code: cause instanceof Unanswered && cause.isUnsent ? 'unreachable' : 'no_answer',
        cause,
      },
    )
  }
}

const networkReasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'conexão recusada',
  ECONNRESET: 'a conexão foi interrompida',
  EPIPE: 'a conexão foi interrompida',
  ENOTFOUND: 'endereço não encontrado',
  EAI_AGAIN: 'endereço não encontrado',
  EHOSTUNREACH: 'máquina inacessível',
  ENETUNREACH: 'rede inacessível',
  ETIMEDOUT: 'tempo esgotado',
}

function reasonOf(error: unknown): string {
  const code = systemCode(error instanceof Unanswered ? error.cause : error) ?? ''
  const reason = networkReasons[code] ?? code
  return reason ? ` (${reason})` : ''
}

async function* counted(
  body: AsyncIterable<Uint8Array>,
  onSent: (byteCount: number) => void,
): AsyncGenerator<Uint8Array> {
  let byteCount = 0
  for await (const chunk of body) {
    byteCount += chunk.byteLength
    onSent(byteCount)
    yield chunk
  }
}
