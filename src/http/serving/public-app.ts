import { Hono, type MiddlewareHandler } from 'hono'
import { getPath } from 'hono/utils/url'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { servedFolders } from '../../contract/console-routes.ts'
import { AppError } from '../../contract/errors.ts'
import type { Uploads } from '../../domain/uploads/uploads.ts'
import { answerFailure, loggedPath, toResponse } from '../answers/failure.ts'
import { crossOrigin, protectiveHeaders } from '../answers/headers.ts'
import { allowedMethods } from '../bind.ts'
import { createConsole, type Document } from '../documents/console.ts'
import { openApiDocument } from '../documents/openapi.ts'
import { measured } from '../metrics.ts'
import type { Env } from '../requests/client.ts'
import { gatewayPath, gatewayPathAtRoot } from '../requests/gateway-path.ts'
import type { Services } from '../services.ts'
import { serveUpload } from '../uploads.ts'
import {
  closedWhereUnread,
  endedForHead,
  openWhileRunning,
  proxyNoticed,
  traced,
} from './middleware.ts'
import { type ServedCall, serveAll } from './serve-calls.ts'

export type App = Hono<Env>

/** What stands around the calls at an address that clients reach. */
export type PublicNeeds = Pick<Services, 'log' | 'settings' | 'stopping'> & {
  readonly metrics: Pick<Services['metrics'], 'answered'>
  readonly uploads: Pick<Uploads, 'findByName' | 'piecesOf'>
}

/** Folders of programs: an unknown path there is answered in JSON, even to a browser. */
const programFolders = new Set<string>(servedFolders)

/** The app of an address that clients reach: calls, console and documents. */
export function createPublicApp(
  services: PublicNeeds,
  {
    getPath,
    calls,
    unlisted,
    entrance,
  }: {
    /** Finds the path that the routes know. */
    readonly getPath: (request: Request) => string
    readonly calls: readonly ServedCall[]
    /** Calls that no document names. */
    readonly unlisted: readonly ServedCall[]
    /** Sees each call before anything else does. */
    readonly entrance?: MiddlewareHandler<Env>
  },
): App {
  const { log, settings } = services
  const app = new Hono<Env>({ getPath })
  if (entrance) app.use(entrance)
  app.use(endedForHead)
  app.use(closedWhereUnread)
  app.use(traced(log))
  if (!settings.trustProxy) app.use(proxyNoticed(log))
  app.use(measured(services.metrics))
  app.use(protectiveHeaders(settings))
  const cors = crossOrigin(settings)
  if (cors) app.use(cors)
  app.use(openWhileRunning(services))

  const allowed = serveAll(app, [...calls, ...unlisted])
  const console = createConsole(services)
  const endpoints = calls.map(({ endpoint }) => endpoint)
  for (const [path, answer] of [...console.documents, ...documents(services, endpoints)]) {
    allowed.set(path, ['get'])
    app.get(path, answer)
  }
  for (const [path, methods] of allowed) {
    app.all(path, () => {
      const error = new AppError('method_not_allowed', path)
      return toResponse(error, path, { allow: allowedMethods(methods) })
    })
  }

  app.notFound(async (c) => {
    const [, folder = ''] = c.req.path.split('/')
    const wantsPage = c.req.header('accept')?.includes('text/html') && !programFolders.has(folder)
    if (wantsPage) return console.answerNotFound(c)
    return toResponse(new AppError('not_found', loggedPath(c.req.path)), c.req.path)
  })
  app.onError((error, c) => answerFailure(error, c, log))
  return app
}

/** Paths below the one that a proxy serves the daemon at, which it may remove or pass on. */
export function pathsBelow(basePath: string): (request: Request) => string {
  return (request) => gatewayPath(withoutBase(getPath(request), basePath))
}

/** Paths of the gateway at an address of its own. */
export function gatewayPaths(request: Request): string {
  return gatewayPathAtRoot(getPath(request))
}

function withoutBase(path: string, basePath: string): string {
  if (basePath === '' || !path.startsWith(basePath)) return path
  const rest = path.slice(basePath.length)
  if (rest === '') return '/'
  return rest.startsWith('/') ? rest : path
}

/**
 * Documents that can be read without signing in, beside the calls and the console. They are rarely
 * requested, so their renderers are loaded on first use.
 */
function documents(services: PublicNeeds, endpoints: readonly Endpoint[]): Document[] {
  const { version, basePath } = services.settings
  const document = once(() => JSON.stringify(openApiDocument({ endpoints, version, basePath })))
  const docs = once(async () => {
    const { documentedCalls } = await import('../documents/docs.ts')
    const { renderDocs } = await import('../../pages/docs.tsx')
    return renderDocs({ calls: documentedCalls(endpoints), version, basePath })
  })
  return [
    ['/docs', async (c) => c.html(await docs())],
    [
      '/openapi.json',
      (c) => c.body(document(), 200, { 'content-type': 'application/json; charset=utf-8' }),
    ],
    ['/uploads/:name', (c) => serveUpload(c, services)],
  ]
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
