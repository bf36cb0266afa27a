import type { z } from 'zod'
import type { Endpoint } from '../../contract/api/endpoint.ts'

/** Joins a call with an example of its body, which the compiler checks. */
export function shown<E extends Endpoint & { readonly body: z.ZodType }>(
  endpoint: E,
  body: z.input<E['body']>,
): readonly [Endpoint, unknown] {
  return [endpoint, body]
}
