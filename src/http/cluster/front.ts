import type { Context } from 'hono'
import { api } from '../../contract/api/calls.ts'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { evolutionWebsocketApi } from '../../contract/api/gateways/evolution-websocket-api.ts'
import { IDEMPOTENCY_HEADER } from '../../contract/api/idempotency-header.ts'
import type { Accounts } from '../../domain/accounts/accounts.ts'
import type { GatewayCaller } from '../../domain/gateways/gateway-access.ts'
import { signInRoutes } from '../accounts.ts'
import { type Binding, bind } from '../bind.ts'
import { rootRoutes } from '../evolution/evolution.ts'
import { unofferedCalls } from '../evolution/unoffered.ts'
import { healthRoutes } from '../health.ts'
import { type Metrics, metricsRoutes } from '../metrics.ts'
import { accountOf, admitting, callerOf, limitGuesses } from '../requests/auth.ts'
import type { Env } from '../requests/client.ts'
import type { HttpSettings, Services } from '../services.ts'
import {
  type App,
  createPublicApp,
  gatewayPaths,
  type PublicNeeds,
  pathsBelow,
} from '../serving/public-app.ts'
import { inPlace, type ServedCall } from '../serving/serve-calls.ts'
import { createHomeCalls, type HomeCallNeeds } from './call-home.ts'
import { passedCalls } from './passed-calls.ts'

/** What the front of a node stands on: the storage of all accounts, and none of their engines. */
export type FrontServices = PublicNeeds &
  HomeCallNeeds &
  Pick<Services, 'health' | 'now'> & {
    readonly accounts: Pick<Accounts, 'authenticate' | 'login' | 'register'>
    readonly metrics: Pick<Metrics, 'answered' | 'contentType' | 'text'>
    /** @throws AppError `apikey_refused` */
    readonly admit: (key: string | undefined) => Promise<GatewayCaller>
    /** Whose gateway posts with a token. @throws AppError `webhook_not_found` */
    readonly webhookOwner: (token: string) => Promise<{ readonly userId: string }>
  }

/**
 * Calls in which gateways post events: a token names the account, and an event that comes twice is
 * kept once.
 */
const receivers = new Set<Endpoint>([api.receiveWebhook, api.receiveUpsert, api.receiveUpdate])

/**
 * The whole HTTP interface of a node: it answers calls that belong to no account, and passes every
 * other call to the home of its account.
 */
export function createFrontApp(services: FrontServices): App {
  return frontAt(services, pathsBelow(services.settings.basePath))
}

/** The same for the gateway at an address of its own. */
export function createGatewayFrontApp(services: FrontServices): App {
  return frontAt(services, gatewayPaths)
}

function frontAt(services: FrontServices, getPath: (request: Request) => string): App {
  const { accounts, log, settings } = services
  const admit = admitting(limitGuesses(services.admit, services), settings)
  const needs = { accounts, admit, log }
  const { callHome } = createHomeCalls(services)
  const own = [
    ...signInRoutes(services),
    ...healthRoutes(services),
    ...metricsRoutes(services),
    ...rootRoutes(),
  ]
  const offered = others(own, settings)
  const unoffered = unofferedCalls(settings)
  const ofNobody = unoffered.filter(({ endpoint }) => endpoint.isPublic)
  const ofInstances = unoffered.flatMap(({ endpoint }) => (endpoint.isPublic ? [] : endpoint))

  return createPublicApp(services, {
    getPath,
    calls: [...inPlace(own, needs), ...offered.map(atHome)],
    unlisted: [
      ...inPlace(
        ofNobody.map(({ endpoint, answer }) => bind(endpoint, answer)),
        needs,
      ),
      ...ofInstances.map(atHome),
    ],
    entrance: passedCalls(services, [...offered, ...ofInstances]),
  })

  function atHome(endpoint: Endpoint): ServedCall {
    return {
      endpoint,
      serve: async (c) => {
        const userId = await ownerOf(c, endpoint)
        return callHome(c, { endpoint, userId, isRepeatable: isRepeatable(c, endpoint) })
      },
    }
  }

  /** @throws AppError `unauthorized`, `apikey_refused`, `too_many`, `webhook_not_found` */
  async function ownerOf(c: Context<Env>, endpoint: Endpoint): Promise<string> {
    if (receivers.has(endpoint)) {
      return (await services.webhookOwner(c.req.param('token') ?? '')).userId
    }
    const caller = await callerOf(c, endpoint, needs)
    if (caller === null) throw new Error(`nobody knows whose ${endpoint.path} is`)
    return accountOf(caller)
  }
}

/** The calls of the contract that the front does not answer. */
function others(
  own: readonly Binding[],
  { hasSockets }: Pick<HttpSettings, 'hasSockets'>,
): readonly Endpoint[] {
  const sockets: readonly Endpoint[] = hasSockets ? [] : Object.values(evolutionWebsocketApi)
  const answered = new Set<Endpoint>([...own.map(({ endpoint }) => endpoint), ...sockets])
  const all: readonly Endpoint[] = Object.values(api)
  return all.filter((endpoint) => !answered.has(endpoint))
}

function isRepeatable(c: Context<Env>, endpoint: Endpoint): boolean {
  if (receivers.has(endpoint)) return true
  return endpoint.isIdempotent === true && c.req.header(IDEMPOTENCY_HEADER) !== undefined
}
