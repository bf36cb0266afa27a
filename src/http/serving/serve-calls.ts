import type { Context, Hono } from 'hono'
import type { Endpoint, Method } from '../../contract/api/endpoint.ts'
import { type Binding, routePath } from '../bind.ts'
import { callerOf } from '../requests/auth.ts'
import type { Env } from '../requests/client.ts'
import { onceUnderKey } from '../requests/idempotency.ts'

/** A call of the contract, and whoever answers it from the request on. */
export type ServedCall = {
  readonly endpoint: Endpoint
  readonly serve: (c: Context<Env>) => Promise<Response>
}

/** Answers calls by the code that they are bound to. */
export function inPlace(
  bindings: readonly Binding[],
  services: Parameters<typeof callerOf>[2] & Parameters<typeof onceUnderKey>[2],
): ServedCall[] {
  return bindings.map(({ endpoint, answer }) => ({
    endpoint,
    async serve(c) {
      const caller = await callerOf(c, endpoint, services)
      const once = endpoint.isIdempotent ? onceUnderKey(c, caller, services) : undefined
      return answer(c, caller, once)
    },
  }))
}

/** Registers the calls; returns the methods of each path. */
export function serveAll(app: Hono<Env>, calls: readonly ServedCall[]): Map<string, Method[]> {
  const allowed = new Map<string, Method[]>()
  for (const { endpoint, serve } of fixedPathsFirst(calls)) {
    const path = routePath(endpoint.path)
    allowed.set(path, [...(allowed.get(path) ?? []), ...endpoint.methods])
    app.on([...endpoint.methods], path, serve)
  }
  return allowed
}

/** Orders fixed paths first: `/import` must not be read as the id of a list. */
function fixedPathsFirst(calls: readonly ServedCall[]): ServedCall[] {
  const parameters = ({ endpoint }: ServedCall) => endpoint.path.split('{').length
  return [...calls].sort((a, b) => parameters(a) - parameters(b))
}
