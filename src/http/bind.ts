import type { Context } from 'hono'
import { z } from 'zod'
import portuguese from 'zod/v4/locales/pt.js'
import type { Endpoint, Method, PathParameters } from '../contract/api/endpoint.ts'
import { AppError, toFieldErrors } from '../contract/errors.ts'
import { JSON_BODY_LIMIT_BYTES } from '../contract/limits.ts'
import type { Caller } from '../domain/accounts/accounts.ts'
import type { GatewayCaller } from '../domain/gateways/gateway-access.ts'
import { readJson } from './requests/body.ts'
import type { Env } from './requests/client.ts'

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

type CallerOf<E extends Endpoint> = E extends { readonly isPublic: true }
  ? null
  : E extends { readonly dialect: 'evolution' }
    ? GatewayCaller
    : Caller

/** Whoever makes a call: null where it is public. */
export type AnyCaller = Caller | GatewayCaller | null

/** Runs a call, or answers what was answered to it before; `content` tells its body. */
export type Once = (content: string, work: () => Promise<Response>) => Promise<Response>

/** What a handler gets: everything already checked and in the code's own words. */
export type Call<E extends Endpoint> = {
  readonly c: Context<Env>
  readonly caller: CallerOf<E>
  readonly params: Readonly<Record<PathParameters<E['path']>, string>>
  readonly query: Output<E['query']>
  readonly body: Output<E['body']>
  /** For a call whose body its handler reads itself: runs it once under the key that it brings. */
  readonly once: (content: string, work: () => Promise<Reply<E>>) => Promise<Reply<E>>
}

type Answers<E extends Endpoint> = E['answers']
type Status<E extends Endpoint> = Extract<keyof Answers<E>, number>

/** One of the answers the contract names, or a whole response for what is streamed. */
export type Reply<E extends Endpoint> =
  | Response
  | {
      [S in Status<E>]: Answers<E>[S] extends z.ZodType
        ? {
            readonly status: S
            readonly body: z.output<Answers<E>[S]>
            readonly headers?: Readonly<Record<string, string>>
          }
        : Answers<E>[S] extends null
          ? { readonly status: S }
          : never
    }[Status<E>]

/** A call of the contract together with the code that answers it. */
export type Binding = {
  readonly endpoint: Endpoint
  /** `caller` is of the kind that the endpoint asks for. */
  readonly answer: (c: Context<Env>, caller: AnyCaller, once?: Once) => Promise<Response>
}

type LooseCall = {
  readonly c: Context<Env>
  readonly caller: AnyCaller
  readonly params: Readonly<Record<string, string>>
  readonly query: unknown
  readonly body: unknown
  readonly once: (content: string, work: () => Promise<LooseReply>) => Promise<LooseReply>
}
type LooseReply =
  | Response
  | {
      readonly status: number
      readonly body?: unknown
      readonly headers?: Readonly<Record<string, string>>
    }

/** Joins a handler to its call: checks what comes in, and puts the answer into wire form. */
export function bind<const E extends Endpoint>(
  endpoint: E,
  handler: (call: Call<E>) => Promise<Reply<E>>,
): Binding
export function bind(
  endpoint: Endpoint,
  handler: (call: LooseCall) => Promise<LooseReply>,
): Binding {
  return {
    endpoint,
    async answer(c, caller, once = straightOn) {
      const query = endpoint.query && check(endpoint.query, c.req.query())
      const json =
        endpoint.body && (await readJson(c, endpoint.limitBytes ?? JSON_BODY_LIMIT_BYTES))
      const body = endpoint.body && check(endpoint.body, json)
      const call = { c, caller, params: c.req.param(), query, body }
      const respond = async (reply: Promise<LooseReply>) => {
        const given = await reply
        return given instanceof Response ? given : encode(endpoint, given)
      }
      const work = () => respond(handler({ ...call, once: inner }))
      const inner: LooseCall['once'] = (content, own) => once(content, () => respond(own()))
      const readsItself = endpoint.fileField !== undefined
      return readsItself || once === straightOn ? work() : once(JSON.stringify(json), work)
    },
  }
}

const straightOn: Once = (_content, work) => work()

/** The sentence of a rule that brings none of its own. */
const inPortuguese = portuguese().localeError

/** @throws AppError `invalid`, with one entry per refused field */
export function check<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value, { error: inPortuguese })
  if (parsed.success) return parsed.data
  const details = toFieldErrors(parsed.error)
  throw new AppError('invalid', details.map(({ path }) => path).join(', '), { details })
}

function encode(
  endpoint: Endpoint,
  { status, body, headers = {} }: Exclude<LooseReply, Response>,
): Response {
  const schema = endpoint.answers[status]
  if (schema === null) return new Response(null, { status, headers })
  if (schema === undefined || typeof schema === 'string') {
    throw new Error(`${endpoint.path} has no JSON answer ${status}`)
  }
  return new Response(JSON.stringify(z.encode(schema, body)), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  })
}

/** The contract's braces as the router writes them. */
export function routePath(path: string): string {
  return path.replace(/\{([^{}]+)\}/g, ':$1')
}

/** What an `Allow` header names for a path. */
export function allowedMethods(methods: readonly Method[]): string {
  const names = methods.includes('get') ? ['head', ...methods] : methods
  return [...new Set(names)].map((name) => name.toUpperCase()).join(', ')
}
