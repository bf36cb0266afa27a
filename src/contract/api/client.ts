import { z } from 'zod'
import { ErrorJson } from '../error-json.ts'
import {
  type AddressInput,
  type AnswerOf,
  type AnyCallInput,
  addressOf,
  type CallInput,
} from './call.ts'
import type { Endpoint } from './endpoint.ts'

/** How many records a list has on all of its pages. */
export const TOTAL_HEADER = 'x-total-count'

/** Where a page begins; null: at the beginning of the list. */
export type PageStart = { readonly cursor: string | null }

/** A part of a list; `next` is null at its end, and `total` where the list does not tell it. */
export type Page<Answer> = {
  readonly answer: Answer
  readonly next: string | null
  readonly total: number | null
}

/** A request to be sent; its address has no host. */
export type Outgoing = {
  readonly address: string
  readonly method: string
  /** JSON, where the call has a body. */
  readonly body?: string
}

/** What is read of an answer, whoever fetched it. */
type AnyAnswer = Pick<Response, 'ok' | 'status' | 'json'> & {
  readonly headers: Pick<Headers, 'get'>
  readonly body: { readonly cancel: () => Promise<void> } | null
}

/**
 * Makes the errors that a failed call rejects with; the console and the CLI each have their own.
 */
export type CallFailures = {
  readonly refused: (status: number, refusal: ErrorJson) => Error
  /**
   * For an answer whose status the table does not list, or whose body does not match its schema.
   */
  readonly strange: (status: number, cause: unknown) => Error
  /** For an answer whose body broke off. */
  readonly lost: (cause: unknown) => Error
}

/**
 * Makes the calls of the table for the console and the command line alike. How the server is
 * reached, with which credentials and time limit, is the caller's part.
 */
export function createCaller<Options extends object, Answer extends AnyAnswer = Response>({
  reach,
  refused,
  strange,
  lost,
}: CallFailures & {
  /** Rejects when the server cannot be reached. */
  readonly reach: (call: Outgoing, options: Partial<Options>) => Promise<Answer>
}) {
  return { call, read, readPage, open, send, answerOf, goodAnswer, decode, refusal }

  async function call<E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
    options?: Partial<Options>,
  ): Promise<AnswerOf<E>>
  async function call(
    endpoint: Endpoint,
    input: AnyCallInput,
    options?: Partial<Options>,
  ): Promise<unknown> {
    return await answerOf(endpoint, await send(endpoint, input, options))
  }

  /** Makes a call that only reads: it has no body, so its address is all of its input. */
  async function read<E extends Endpoint & { readonly body?: undefined }>(
    endpoint: E,
    input: AddressInput<E>,
    options?: Partial<Options>,
  ): Promise<AnswerOf<E>>
  async function read(
    endpoint: Endpoint,
    input: AnyCallInput,
    options?: Partial<Options>,
  ): Promise<unknown> {
    return await answerOf(endpoint, await send(endpoint, input, options))
  }

  /** Reads one page of a list, and the cursor that leads to the next. */
  async function readPage<E extends Endpoint & { readonly body?: undefined }>(
    endpoint: E,
    input: AddressInput<E>,
    options: Partial<Options> & PageStart,
  ): Promise<Page<AnswerOf<E>>>
  async function readPage(
    endpoint: Endpoint,
    { query, ...input }: AnyCallInput,
    options: Partial<Options> & PageStart,
  ): Promise<Page<unknown>> {
    const from = options.cursor === null ? {} : { cursor: options.cursor }
    const paged = { ...input, query: { ...Object(query), ...from } }
    const response = await send(endpoint, paged, options)
    const answer = await answerOf(endpoint, response)
    const link = /<([^<>]*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
    const next = new URLSearchParams(link?.split('?')[1]).get('cursor')
    const total = response.headers.get(TOTAL_HEADER)
    return { answer, next, total: total === null ? null : Number(total) }
  }

  /** Returns a good answer undecoded: for streams and files, whose bodies the caller reads. */
  async function open<E extends Endpoint>(
    endpoint: E,
    input: AddressInput<E>,
    options?: Partial<Options>,
  ): Promise<Answer>
  async function open(
    endpoint: Endpoint,
    input: AnyCallInput,
    options?: Partial<Options>,
  ): Promise<Answer> {
    return await goodAnswer(await send(endpoint, input, options))
  }

  /** Returns an answer undecoded, unless it is an error. */
  async function goodAnswer(response: Answer): Promise<Answer> {
    if (!response.ok) throw refusal(response.status, await readJson(response))
    return response
  }

  /** Returns whatever the server answers, errors included. */
  async function send(
    endpoint: Endpoint,
    input: AnyCallInput,
    options: Partial<Options> = {},
  ): Promise<Answer> {
    const body = input.body === undefined ? {} : { body: JSON.stringify(input.body) }
    const method = endpoint.methods[0].toUpperCase()
    return await reach({ address: addressOf(endpoint, input), method, ...body }, options)
  }

  async function answerOf(endpoint: Endpoint, response: Answer): Promise<unknown> {
    if (endpoint.answers[response.status] !== null) {
      return decode(endpoint, response.status, await readJson(response))
    }
    await response.body?.cancel()
    return undefined
  }

  /** Decodes an answer by its status; a status that the table does not list is refused. */
  function decode(endpoint: Endpoint, status: number, body: unknown): unknown {
    const schema = endpoint.answers[status]
    if (schema === null) return undefined
    if (schema === undefined || typeof schema === 'string') throw refusal(status, body)
    const decoded = z.safeDecode(schema, body)
    if (!decoded.success) throw strange(status, decoded.error)
    return decoded.data
  }

  function refusal(status: number, body: unknown): Error {
    const parsed = ErrorJson.safeParse(body)
    return parsed.success ? refused(status, parsed.data) : strange(status, parsed.error)
  }

  async function readJson(response: Answer): Promise<unknown> {
    try {
      return await response.json()
    } catch (error) {
      throw error instanceof SyntaxError ? strange(response.status, error) : lost(error)
    }
  }
}
