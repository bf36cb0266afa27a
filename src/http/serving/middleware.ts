import type { MiddlewareHandler } from 'hono'
import { AppError } from '../../contract/errors.ts'
import { loggedPath } from '../answers/failure.ts'
import { type Env, isStillSending } from '../requests/client.ts'
import type { Log, Services } from '../services.ts'

const MAX_RESTART_SECONDS = 10

/** Logs one line per call, without query and body, which may hold secrets. */
export function traced(log: Log): MiddlewareHandler<Env> {
  return async (c, next) => {
    const startedAt = performance.now()
    await next()
    const ms = Math.round(performance.now() - startedAt)
    const { method, path } = c.req
    log.debug({ method, path: loggedPath(path), status: c.res.status, ms }, 'call')
  }
}

/** Ends the body of an answer to HEAD, which is never sent and would wait for a reader for ever. */
export const endedForHead: MiddlewareHandler<Env> = async (c, next) => {
  await next()
  if (c.req.raw.method === 'HEAD') await c.res.body?.cancel()
}

/**
 * Closes the connection behind a body that was not read to its end: a later call on it would be cut
 * off.
 */
export const closedWhereUnread: MiddlewareHandler<Env> = async (c, next) => {
  await next()
  if (c.res.status >= 400 && isStillSending(c)) c.res.headers.set('connection', 'close')
}

/**
 * Warns once about an untrusted proxy: behind it all callers have one address, and fifty wrong
 * passwords of one lock the others out.
 */
export function proxyNoticed(log: Log): MiddlewareHandler<Env> {
  let isLogged = false
  return async (c, next) => {
    if (!isLogged && c.req.header('x-forwarded-for') !== undefined) {
      isLogged = true
      const hint = 'set DISPARO_TRUST_PROXY=sim if the proxy in front is yours'
      log.warn(
        { header: 'x-forwarded-for', hint },
        'calls come through a proxy that is not trusted',
      )
    }
    await next()
  }
}

/** Refuses all calls but the health while the daemon stops. */
export function openWhileRunning({ stopping }: Pick<Services, 'stopping'>): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (stopping.aborted && c.req.path !== '/health') {
      throw new AppError('stopping', loggedPath(c.req.path), {
        retryAfterSeconds: MAX_RESTART_SECONDS,
      })
    }
    await next()
  }
}
