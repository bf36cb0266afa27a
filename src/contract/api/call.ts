import type { z } from 'zod'
import { type Endpoint, fillPath, type PathParameters } from './endpoint.ts'

/** The input and the decoded answer of a call in the table, for commands and screens. */

type Answers<E extends Endpoint> = E['answers'][keyof E['answers']]
type Decoded<Answer> = Answer extends z.ZodType
  ? z.output<Answer>
  : Answer extends null
    ? undefined
    : never
/** The decoded body of any good answer; `undefined` where it has none. */
export type AnswerOf<E extends Endpoint> = Decoded<Answers<E>>

type Parameters<E extends Endpoint> = [PathParameters<E['path']>] extends [never]
  ? { readonly params?: never }
  : { readonly params: Readonly<Record<PathParameters<E['path']>, string>> }
type Query<E extends Endpoint> = E extends { readonly query: infer Q extends z.ZodType }
  ? { readonly query?: z.input<Q> }
  : { readonly query?: never }
type Body<E extends Endpoint> = E extends { readonly body: infer B extends z.ZodType }
  ? { readonly body: z.input<B> }
  : { readonly body?: never }

/** The input of a call without its body. */
export type AddressInput<E extends Endpoint> = Parameters<E> & Query<E>
export type CallInput<E extends Endpoint> = AddressInput<E> & Body<E>

/** The input of any call, for code that serves all of them. */
export type AnyCallInput = {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: unknown
  readonly body?: unknown
}

/** Path and query of a call, without host. */
export function addressOf(
  { path }: Pick<Endpoint, 'path'>,
  { params = {}, query = {} }: Pick<AnyCallInput, 'params' | 'query'>,
): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(name, String(value))
  }
  const filled = fillPath(path, params)
  return search.size > 0 ? `${filled}?${search}` : filled
}
