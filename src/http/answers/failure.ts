import type { Context } from 'hono'
import { AppError } from '../../contract/errors.ts'
import type { Env } from '../requests/client.ts'
import type { Log } from '../services.ts'
import { evolutionFailure } from './evolution-failure.ts'

const SERVER_FAULT = 500
const gatewayPath = /^\/gateway(?:\/|$)/

/** Status for the log only: the caller has hung up. */
const CLIENT_GONE = 499

/** The one place where a failure becomes an answer. */
export function answerFailure(error: unknown, c: Context<Env>, log: Log): Response {
  const where = { method: c.req.method, path: loggedPath(c.req.path) }
  if (error instanceof AppError) {
    if (error.status >= SERVER_FAULT) log.error({ ...where, err: error }, 'call failed')
    else log.info({ ...where, status: error.status, reason: error.message }, 'call refused')
    return toResponse(error, c.req.path)
  }
  if (c.req.raw.signal.aborted) {
    log.debug({ ...where, err: error }, 'caller hung up')
    return new Response(null, { status: CLIENT_GONE })
  }
  log.error({ ...where, err: error }, 'unexpected failure')
  return toResponse(new AppError('unexpected', 'see the log', { cause: error }), c.req.path)
}

/**
 * Removes from a path what belongs in no log: tokens of webhooks and names of uploads, each of which
 * is a key, and phones of people.
 */
export function loggedPath(path: string): string {
  return path.replace(/^(\/webhooks|\/uploads|\/api\/people|\/api\/optouts)\/[^/]+/, '$1/…')
}

/** Answers a failure: under `evolution` in the shape its clients know, elsewhere in ours. */
export function toResponse(
  error: AppError,
  path: string,
  headers: Record<string, string> = {},
): Response {
  const retry = error.retryAfterSeconds
  const { status, body } = gatewayPath.test(path)
    ? evolutionFailure(error, path)
    : { status: error.status, body: error.toJson() }
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(retry !== null && { 'retry-after': String(retry) }),
      ...(error.code === 'unauthorized' && { 'www-authenticate': 'Bearer' }),
      ...headers,
    },
  })
}
