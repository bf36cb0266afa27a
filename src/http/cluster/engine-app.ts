import { Hono } from 'hono'
import { getPath } from 'hono/utils/url'
import { AppError } from '../../contract/errors.ts'
import { answerFailure, loggedPath, toResponse } from '../answers/failure.ts'
import { allBindings } from '../app.ts'
import { unofferedRoutes } from '../evolution/unoffered.ts'
import { endedForHead } from '../middleware.ts'
import type { Admit } from '../requests/auth.ts'
import type { Env } from '../requests/client.ts'
import { inPlace, serveAll } from '../serve-calls.ts'
import type { Services } from '../services.ts'
import type { CallEngine } from './homes.ts'
import { answerUntaken } from './pass.ts'

/**
 * The calls of an engine behind the front of a node, which has logged, counted and limited them, and
 * gives their answers the headers that all have. Who calls is found out once more.
 */
export function createEngineApp(services: Services): CallEngine {
  const { evolution, log, stopping } = services
  const app = new Hono<Env>({
    getPath: (request, options) => options?.env?.passed?.path ?? getPath(request),
  })
  app.use(endedForHead)
  app.use(async (_c, next) => (stopping.aborted ? answerUntaken('moved') : next()))
  const admit: Admit = (c) => evolution.admit(c.req.header('apikey'))
  const bindings = [...allBindings(services), ...unofferedRoutes(services)]
  serveAll(app, inPlace(bindings, { ...services, admit }))
  app.notFound((c) => toResponse(new AppError('not_found', loggedPath(c.req.path)), c.req.path))
  app.onError((error, c) => answerFailure(error, c, log))
  return app
}
