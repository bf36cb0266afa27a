import { Hono, type MiddlewareHandler } from 'hono'
import { getPath } from 'hono/utils/url'
import type { Method } from '../contract/api/endpoint.ts'
import { servedFolders } from '../contract/console-routes.ts'
import { AppError } from '../contract/errors.ts'
import type { Idempotency } from '../domain/idempotency.ts'
import { accountRoutes } from './accounts.ts'
import { answerFailure, loggedPath, toResponse } from './answers/failure.ts'
import { crossOrigin, protectiveHeaders } from './answers/headers.ts'
import { assistantRoutes } from './assistants.ts'
import { allowedMethods, type Binding, routePath } from './bind.ts'
import { campaignPresetRoutes } from './campaign-presets.ts'
import { campaignWebhookRoutes } from './campaign-webhooks.ts'
import { campaignRoutes } from './campaigns.ts'
import { chatbotRoutes } from './chatbots.ts'
import { chatRoutes } from './chats.ts'
import { contactRoutes } from './contacts.ts'
import { dashboardRoutes } from './dashboard.ts'
import { deviceRoutes } from './devices.ts'
import { createConsole, type Document } from './documents/console.ts'
import { openApiDocument } from './documents/openapi.ts'
import { eventRoutes } from './events.ts'
import { evolutionRoutes } from './evolution/evolution.ts'
import { unofferedRoutes } from './evolution/unoffered.ts'
import { gatewayRoutes } from './gateways.ts'
import { serviceRoutes } from './health.ts'
import { listRowRoutes } from './lists/list-rows.ts'
import { maintenanceRoutes } from './maintenance.ts'
import { measured, metricsRoutes } from './metrics.ts'
import { optOutRoutes } from './opt-outs.ts'
import { ownDataRoutes } from './own-data/own-data.ts'
import { peopleRoutes } from './people.ts'
import { type Admit, admitting, callerOf, limitGuesses } from './requests/auth.ts'
import { type Env, isStillSending } from './requests/client.ts'
import { gatewayPath, gatewayPathAtRoot } from './requests/gateway-path.ts'
import { onceUnderKey } from './requests/idempotency.ts'
import type { HttpSettings, Log, Services } from './services.ts'
import { serveUpload, uploadRoutes } from './uploads.ts'
import { webhookRoutes } from './webhooks.ts'

export type App = Hono<Env>

/** Folders of programs: an unknown path there is answered in JSON, even to a browser. */
const programFolders = new Set<string>(servedFolders)

const MAX_RESTART_SECONDS = 10

/** Binds every call of the contract to the code that answers it. */
export function allBindings(services: Services): Binding[] {
  return [
    ...accountRoutes(services),
    ...ownDataRoutes(services),
    ...deviceRoutes(services),
    ...campaignRoutes(services),
    ...campaignPresetRoutes(services),
    ...contactRoutes(services),
    ...listRowRoutes(services),
    ...optOutRoutes(services),
    ...peopleRoutes(services),
    ...uploadRoutes(services),
    ...eventRoutes(services),
    ...serviceRoutes(services),
    ...dashboardRoutes(services),
    ...maintenanceRoutes(services),
    ...metricsRoutes(services),
    ...gatewayRoutes(services),
    ...campaignWebhookRoutes(services),
    ...webhookRoutes(services),
    ...chatRoutes(services),
    ...evolutionRoutes(services),
    ...assistantRoutes(services),
    ...chatbotRoutes(services),
  ]
}

export type OwnGatewayNeeds = Pick<
  Services,
  | 'accounts'
  | 'evolution'
  | 'evolutionChats'
  | 'evolutionGroups'
  | 'evolutionMedia'
  | 'evolutionMessages'
  | 'evolutionPeople'
  | 'evolutionProfile'
  | 'evolutionWebsockets'
  | 'metrics'
  | 'log'
  | 'stopping'
> & { readonly settings: Pick<HttpSettings, 'hasSockets' | 'tempDir'> }

/**
 * The Evolution-compatible API alone, for calls of the daemon itself that never leave the process.
 */
export function createOwnGateway(services: OwnGatewayNeeds): App {
  const app = new Hono<Env>({ getPath: (request) => pathOf(request, '') })
  app.use(traced(services.log))
  app.use(measured(services.metrics))
  app.use(openWhileRunning(services))
  const admit: Admit = (c) => services.evolution.admit(c.req.header('apikey'))
  bindAll(app, evolutionRoutes(services), { ...services, admit })
  app.notFound((c) => toResponse(new AppError('not_found', loggedPath(c.req.path)), c.req.path))
  app.onError((error, c) => answerFailure(error, c, services.log))
  return app
}

/** The whole HTTP interface. */
export function createApp(services: Services): App {
  const { basePath } = services.settings
  // A proxy in front may remove the base path, or pass it on.
  const app = new Hono<Env>({ getPath: (request) => pathOf(request, basePath) })
  return servedBy(app, services)
}

/**
 * The gateway at the root of an address of its own, for clients that drop the path of one: no other
 * call can be reached there.
 */
export function createGatewayApp(services: Services): App {
  const app = new Hono<Env>({ getPath: (request) => gatewayPathAtRoot(getPath(request)) })
  return servedBy(app, services)
}

function servedBy(app: App, services: Services): App {
  const { log, settings } = services
  const bindings = allBindings(services)

  app.use(traced(log))
  app.use(closedWhereUnread)
  if (!settings.trustProxy) app.use(proxyNoticed(log))
  app.use(measured(services.metrics))
  app.use(protectiveHeaders(settings))
  const cors = crossOrigin(settings)
  if (cors) app.use(cors)
  app.use(openWhileRunning(services))

  const admit = admitting(limitGuesses(services.evolution.admit, services), settings)
  const allowed = bindAll(app, [...bindings, ...unofferedRoutes(services)], { ...services, admit })
  const console = createConsole(services)
  for (const [path, answer] of [...console.documents, ...documents(services, bindings)]) {
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

/** Registers the calls; returns the methods of each path. */
function bindAll(
  app: App,
  bindings: readonly Binding[],
  services: Pick<Services, 'accounts' | 'log'> & {
    readonly admit: Admit
    readonly idempotency?: Idempotency
  },
): Map<string, Method[]> {
  const allowed = new Map<string, Method[]>()
  for (const { endpoint, answer } of fixedPathsFirst(bindings)) {
    const path = routePath(endpoint.path)
    allowed.set(path, [...(allowed.get(path) ?? []), ...endpoint.methods])
    app.on([...endpoint.methods], path, async (c) => {
      const caller = await callerOf(c, endpoint, services)
      const once = endpoint.isIdempotent ? onceUnderKey(c, caller, services) : undefined
      return answer(c, caller, once)
    })
  }
  return allowed
}

/** Orders fixed paths first: `/import` must not be read as the id of a list. */
function fixedPathsFirst(bindings: readonly Binding[]): Binding[] {
  const parameters = ({ endpoint }: Binding) => endpoint.path.split('{').length
  return [...bindings].sort((a, b) => parameters(a) - parameters(b))
}

function pathOf(request: Request, basePath: string): string {
  return gatewayPath(withoutBase(getPath(request), basePath))
}

/** The path below the one that a proxy serves the daemon at. */
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
function documents(services: Services, bindings: readonly Binding[]): Document[] {
  const { version, basePath } = services.settings
  const endpoints = bindings.map(({ endpoint }) => endpoint)
  const document = once(() => JSON.stringify(openApiDocument({ endpoints, version, basePath })))
  const docs = once(async () => {
    const { documentedCalls } = await import('./documents/docs.ts')
    const { renderDocs } = await import('../pages/docs.tsx')
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

/** Logs one line per call, without query and body, which may hold secrets. */
function traced(log: Log): MiddlewareHandler<Env> {
  return async (c, next) => {
    const startedAt = performance.now()
    await next()
    // A HEAD answer is sent without its body, which would otherwise wait for a reader for ever.
    if (c.req.raw.method === 'HEAD') await c.res.body?.cancel()
    const ms = Math.round(performance.now() - startedAt)
    const { method, path } = c.req
    log.debug({ method, path: loggedPath(path), status: c.res.status, ms }, 'call')
  }
}

/**
 * Closes the connection behind a body that was not read to its end: a later call on it would be cut
 * off.
 */
const closedWhereUnread: MiddlewareHandler<Env> = async (c, next) => {
  await next()
  if (c.res.status >= 400 && isStillSending(c)) c.res.headers.set('connection', 'close')
}

/**
 * Warns once about an untrusted proxy: behind it all callers have one address, and fifty wrong
 * passwords of one lock the others out.
 */
function proxyNoticed(log: Log): MiddlewareHandler<Env> {
  let isTold = false
  return async (c, next) => {
    if (!isTold && c.req.header('x-forwarded-for') !== undefined) {
      isTold = true
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
function openWhileRunning({ stopping }: Pick<Services, 'stopping'>): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (stopping.aborted && c.req.path !== '/health') {
      throw new AppError('stopping', loggedPath(c.req.path), {
        retryAfterSeconds: MAX_RESTART_SECONDS,
      })
    }
    await next()
  }
}
