import type { MiddlewareHandler } from 'hono'
import type { Passes } from '../../domain/cluster/passed-call.ts'
import type { Env } from '../requests/client.ts'
import type { Services } from '../services.ts'
import type { Homes } from './homes.ts'
import { answerUntaken, PASS_HEADER } from './pass.ts'

/**
 * Takes the calls that other nodes pass on, before anything is logged, counted or limited a second
 * time. None goes any further: where the account is not at home here, the other node looks again.
 * A connection with a body that is not read is left to the other node, which uses it no more: closing
 * it would cut off the answer.
 */
export function passedCalls({
  homes,
  passes,
  stopping,
}: Pick<Services, 'stopping'> & {
  readonly homes: Homes
  readonly passes: Passes
}): MiddlewareHandler<Env> {
  return async (c, next) => {
    const pass = c.req.header(PASS_HEADER)
    if (pass === undefined) return next()
    const passed = await passes.read(pass)
    if (passed?.method !== c.req.raw.method) return answerUntaken('refused')
    if (stopping.aborted) return answerUntaken('moved')
    const home = await homes.find(passed.userId)
    if (home.kind === 'there') return answerUntaken('moved')
    if (c.req.header('expect') !== undefined) c.env.outgoing?.writeContinue?.()
    return home.engine.fetch(c.req.raw, { ...c.env, passed })
  }
}
