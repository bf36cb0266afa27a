import type { Context } from 'hono'
import { z } from 'zod'
import portuguese from 'zod/v4/locales/pt.js'
import type { BodyLists, Endpoint, Method, PathParameters } from '../contract/api/endpoint.ts'
import { toFieldErrors } from '../contract/error-json.ts'
import { AppError } from '../contract/errors.ts'
import { JSON_BODY_LIMIT_BYTES } from '../contract/limits.ts'
import type { Caller } from '../domain/accounts/credentials.ts'
import type { GatewayCaller } from '../domain/gateways/gateway-access.ts'
import { readJson } from './requests/body.ts'
import { type Checked, checkInPieces } from './requests/checked-body.ts'
import type { Env } from './requests/client.ts'

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

type CallerOf<E extends Endpoint> = E extends { readonly isPublic: true }
  ? null
  : E extends { readonly dialect: 'evolution' }
    ? GatewayCaller
    : Caller

/** The caller of a call; null where the call is public. */
export type AnyCaller = Caller | GatewayCaller | null

/** Returns a text that identifies the call's body; called only where the call carries a key. */
type Identity = () => Promise<string>

/** Runs a call once under its key, or repeats its first answer. */
export type Once = (identity: Identity, work: () => Promise<Response>) => Promise<Response>

/** Input of a handler: everything checked and decoded. */
export type Call<E extends Endpoint> = {
  readonly c: Context<Env>
  readonly caller: CallerOf<E>
  readonly params: Readonly<Record<PathParameters<E['path']>, string>>
  readonly query: Output<E['query']>
  /** Undefined for a call that takes a file: its handler reads the body. */
  readonly body: E extends { readonly fileField: string } ? undefined : Output<E['body']>
  /** For a call whose handler reads the body itself: runs it once under the key it carries. */
  readonly once: (identity: Identity, work: () => Promise<Reply<E>>) => Promise<Reply<E>>
}

type Answers<E extends Endpoint> = E['answers']
type Status<E extends Endpoint> = Extract<keyof Answers<E>, number>

/** One of the contract's answers, or a whole response for streams. */
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

/** A call of the contract with the code that answers it. */
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
  readonly once: (identity: Identity, work: () => Promise<LooseReply>) => Promise<LooseReply>
}
type LooseReply =
  | Response
  | {
      readonly status: number
      readonly body?: unknown
      readonly headers?: Readonly<Record<string, string>>
    }

/** Binds a handler to its call: checks the input, and encodes the answer. */
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
      const { limitBytes = JSON_BODY_LIMIT_BYTES, rows } = endpoint
      const takesForms = endpoint.dialect === 'evolution'
      const readsItself = endpoint.fileField !== undefined
      const schema = readsItself ? undefined : endpoint.body
      const given = schema && (await readJson(c, { limitBytes, rows, takesForms }))
      const body = schema && (await checkBody(schema, endpoint.lists, given?.value))
      const call = { c, caller, params: c.req.param(), query, body }
      const respond = async (reply: Promise<LooseReply>) => {
        const given = await reply
        return given instanceof Response ? given : encode(endpoint, given)
      }
      const work = () => respond(handler({ ...call, once: inner }))
      const inner: LooseCall['once'] = (identity, own) => once(identity, () => respond(own()))
      return readsItself ? work() : once(given?.identity ?? noBody, work)
    },
  }
}

/** Identity of calls without a body, as it is stored with their answers. */
const noBody: Identity = async () => 'undefined'

const straightOn: Once = (_identity, work) => work()

/** Portuguese sentences for rules that have none of their own. */
const inPortuguese = portuguese().localeError

/** @throws AppError `invalid`, with one entry per refused field */
export function check<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  return accepted(checkWhole(schema, value))
}

async function checkBody<Schema extends z.ZodType>(
  schema: Schema,
  lists: BodyLists | undefined,
  value: unknown,
): Promise<z.output<Schema>> {
  if (!lists) return check(schema, value)
  return accepted(await checkInPieces<Schema>((part) => checkWhole(schema, part), lists, value))
}

function accepted<Value>(checked: Checked<Value>): Value {
  if (checked.success) return checked.data
  const details = [...checked.faults]
  throw new AppError('invalid', details.map(({ path }) => path).join(', '), { details })
}

function checkWhole<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): Checked<z.output<Schema>> {
  try {
    const { success, data, error } = schema.safeParse(value, { error: inPortuguese })
    return success ? { success, data } : { success, faults: toFieldErrors(error) }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    // The schema library passes its issues on as arguments, and there were too many of them.
    throw new AppError('invalid', 'too many faults to tell', { details: [], cause: error })
  }
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

/** Converts the contract's braces to the router's syntax. */
export function routePath(path: string): string {
  return path.replace(/\{([^{}]+)\}/g, ':$1')
}

/** Methods that the `Allow` header of a path lists. */
export function allowedMethods(methods: readonly Method[]): string {
  const names = methods.includes('get') ? ['head', ...methods] : methods
  return [...new Set(names)].map((name) => name.toUpperCase()).join(', ')
}
