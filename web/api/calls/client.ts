import { z } from 'zod'
import {
  type AddressInput,
  type AnswerOf,
  type AnyCallInput,
  addressOf,
  type CallInput,
} from '#contract/api/call.ts'
import type { Endpoint } from '#contract/api/endpoint.ts'
import { ErrorJson } from '#contract/errors.ts'
import { messages } from '../../messages.ts'
import { basePath } from '../../page-facts.ts'
import { endSession, getSession } from '../../session/session.ts'
import { CallError } from './call-error.ts'

type Options = { readonly signal?: AbortSignal }

/**
 * Makes a call of the contract's table.
 * @throws CallError with the server's sentence, or one of ours where it gave none
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options?: Options,
): Promise<AnswerOf<E>>
export async function call(
  endpoint: Endpoint,
  input: AnyCallInput,
  { signal }: Options = {},
): Promise<unknown> {
  const hasBody = input.body !== undefined
  const response = await request(endpoint, input, {
    ...(hasBody
      ? { body: JSON.stringify(input.body), headers: { 'content-type': 'application/json' } }
      : {}),
    ...(signal ? { signal } : {}),
  })
  return await answerOf(endpoint, response)
}

/** The same for a call that only reads: it has no body, so its address is all of its input. */
export async function read<E extends Endpoint & { readonly body?: undefined }>(
  endpoint: E,
  input: AddressInput<E>,
  options?: Options,
): Promise<AnswerOf<E>>
export async function read(
  endpoint: Endpoint,
  input: AnyCallInput,
  { signal }: Options = {},
): Promise<unknown> {
  const response = await request(endpoint, input, signal ? { signal } : {})
  return await answerOf(endpoint, response)
}

/** One page of a list, and the cursor that leads to the next. */
export async function readPage<E extends Endpoint & { readonly body?: undefined }>(
  endpoint: E,
  input: AddressInput<E>,
  options: Options & { readonly cursor: string | null },
): Promise<{ readonly answer: AnswerOf<E>; readonly next: string | null }>
export async function readPage(
  endpoint: Endpoint,
  { query, ...input }: AnyCallInput,
  { cursor, signal }: Options & { readonly cursor: string | null },
): Promise<{ readonly answer: unknown; readonly next: string | null }> {
  const paged = { ...input, query: { ...Object(query), ...(cursor === null ? {} : { cursor }) } }
  const response = await request(endpoint, paged, signal ? { signal } : {})
  const answer = await answerOf(endpoint, response)
  const link = /<([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  const next = new URLSearchParams(link?.split('?')[1]).get('cursor')
  return { answer, next }
}

/** The answer as it came: for streams and files, whose bodies the caller reads. */
export async function open<E extends Endpoint>(
  endpoint: E,
  input: AddressInput<E>,
  options?: Options & { readonly headers?: Readonly<Record<string, string>> },
): Promise<Response>
export async function open(
  endpoint: Endpoint,
  input: AnyCallInput,
  options: Options & { readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Response> {
  return await request(endpoint, input, options)
}

/** Path and query of a call as the browser asks for it; also the key it is cached under. */
export function keyOf<E extends Endpoint>(endpoint: E, input: AddressInput<E>): string
export function keyOf(endpoint: Endpoint, input: AnyCallInput): string {
  return addressOf(endpoint, input)
}

async function answerOf(endpoint: Endpoint, response: Response): Promise<unknown> {
  if (endpoint.answers[response.status] !== null) {
    return decodeAnswer(endpoint, response.status, await readJson(response))
  }
  await response.body?.cancel()
  return undefined
}

/** Decodes an answer by its status; anything the table does not know becomes a CallError. */
export function decodeAnswer(endpoint: Endpoint, status: number, body: unknown): unknown {
  const schema = endpoint.answers[status]
  if (schema === null) return undefined
  if (schema === undefined || typeof schema === 'string') throw refusal(status, body)
  const decoded = z.safeDecode(schema, body)
  if (!decoded.success) throw strange(status, decoded.error)
  return decoded.data
}

/** Headers that prove who calls. */
export function authorization(): Record<string, string> {
  const token = getSession()?.token
  return token === undefined ? {} : { authorization: `Bearer ${token}` }
}

/** What a refused call is to the console. A session that the server denies is over. */
export function refusal(status: number, body: unknown): CallError {
  if (status === 401) endSession('expired')
  const parsed = ErrorJson.safeParse(body)
  if (!parsed.success) return strange(status, parsed.error)
  const { message, code, details = [] } = parsed.data
  return new CallError(message, { status, code, details })
}

export function offline(cause: unknown): CallError {
  return new CallError(messages.request.offline, { status: 0, code: 'offline', cause })
}

async function request(
  endpoint: Endpoint,
  input: AnyCallInput,
  init: RequestInit & { readonly headers?: Readonly<Record<string, string>> },
): Promise<Response> {
  const response = await reach(`${basePath}${addressOf(endpoint, input)}`, {
    ...init,
    method: endpoint.methods[0].toUpperCase(),
    headers: { ...authorization(), ...init.headers },
    credentials: 'include',
  })
  if (!response.ok) throw refusal(response.status, await readJson(response))
  return response
}

async function reach(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init)
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw offline(error)
  }
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch (error) {
    if (error instanceof SyntaxError) throw strange(response.status, error)
    throw offline(error)
  }
}

function strange(status: number, cause: unknown): CallError {
  return new CallError(messages.request.strange, { status, code: 'strange_answer', cause })
}
