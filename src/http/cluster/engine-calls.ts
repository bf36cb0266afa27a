import { AppError } from '../../contract/errors.ts'
import type { Clock } from '../../domain/clock.ts'
import { settled } from '../../domain/settled.ts'
import { unofferedRoutes } from '../evolution/unoffered.ts'
import type { Admit } from '../requests/auth.ts'
import type { Services } from '../services.ts'
import { allBindings } from '../serving/app.ts'
import { inPlace } from '../serving/serve-calls.ts'
import type { EngineCalls } from './homes.ts'
import { answerUntaken } from './pass.ts'
import { askForBody } from './passed-body.ts'

/** The calls of an engine, for the code that ends it. */
export type EndingCalls = EngineCalls & {
  /** Resolves once the calls under way are answered, or the time is over. */
  settled(limitMs: number): Promise<void>
}

/**
 * Answers the calls of one engine, which the node's front has routed, logged, counted and limited.
 * The caller is authenticated once more. Calls are bound when the first one comes, since a node may
 * have thousands of engines.
 */
export function createEngineCalls(services: Services, after: Clock['after']): EndingCalls {
  const { stopping } = services
  const underWay = new Set<Promise<Response>>()
  let calls: ReturnType<typeof bindCalls> | null = null
  return {
    async answer(endpoint, c) {
      if (stopping.aborted) return answerUntaken('moved')
      calls ??= bindCalls(services)
      const serve = calls.get(endpoint)
      if (!serve) throw new AppError('not_found', endpoint.path)
      askForBody(c)
      const answering = serve(c)
      underWay.add(answering)
      return answering.finally(() => underWay.delete(answering))
    },
    settled: (limitMs) => settled(underWay, limitMs, after),
  }
}

function bindCalls(services: Services) {
  const admit: Admit = (c) => services.evolution.admit(c.req.header('apikey'))
  const bindings = [...allBindings(services), ...unofferedRoutes(services)]
  const served = inPlace(bindings, { ...services, admit })
  return new Map(served.map(({ endpoint, serve }) => [endpoint, serve]))
}
