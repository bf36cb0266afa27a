import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import type { Passes } from '../../domain/cluster/passed-call.ts'
import { answerFailure, loggedPath, toResponse } from '../answers/failure.ts'
import type { Env } from '../requests/client.ts'
import type { Services } from '../services.ts'
import { endedForHead } from '../serving/middleware.ts'
import { serveAll } from '../serving/serve-calls.ts'
import { FEED_PATH, feedAnswer } from './feed-answer.ts'
import type { Homes } from './homes.ts'
import { answerUntaken, markTaken, PASS_HEADER } from './pass.ts'

type Needs = Pick<Services, 'log' | 'stopping'> & {
  readonly homes: Homes
  readonly passes: Passes
}

/**
 * Takes the calls that other nodes pass on, before anything is logged, counted or limited a second
 * time. No call is passed on twice: where the account is not at home here, the other node looks
 * again. A connection with an unread body is left open: closing it would cut off the answer, and
 * the other node does not use it again.
 */
export function passedCalls(needs: Needs, endpoints: readonly Endpoint[]): MiddlewareHandler<Env> {
  const { passes, stopping } = needs
  const app = appOf(needs, endpoints)
  return async (c, next) => {
    const pass = c.req.header(PASS_HEADER)
    if (pass === undefined) return next()
    const passed = await passes.read(pass)
    if (passed?.method !== c.req.raw.method) return answerUntaken('refused')
    if (stopping.aborted) return answerUntaken('moved')
    return app.fetch(c.req.raw, { ...c.env, passed })
  }
}

function appOf({ homes, log }: Needs, endpoints: readonly Endpoint[]): Hono<Env> {
  const app = new Hono<Env>({ getPath: (_request, given) => given?.env?.passed?.path ?? '/' })
  app.use(markTaken)
  app.use(endedForHead)
  const calls = endpoints.map((endpoint) => ({
    endpoint,
    async serve(c: Context<Env>) {
      const home = await homes.find(c.env.passed?.userId ?? '')
      if (home.kind === 'there') return answerUntaken('moved')
      return home.engine.answer(endpoint, c)
    },
  }))
  serveAll(app, calls)
  app.get(FEED_PATH, async (c) => {
    const userId = c.env.passed?.userId ?? ''
    const home = await homes.find(userId)
    if (home.kind === 'there') return answerUntaken('moved')
    return feedAnswer({ userId, feed: home.engine.feed, gone: c.req.raw.signal, log })
  })
  app.notFound((c) => toResponse(new AppError('not_found', loggedPath(c.req.path)), c.req.path))
  app.onError((error, c) => answerFailure(error, c, log))
  return app
}
