import { Hono } from 'hono'
import { AppError } from '../../contract/errors.ts'
import { accountRoutes } from '../accounts.ts'
import { answerFailure, loggedPath, toResponse } from '../answers/failure.ts'
import { assistantRoutes } from '../assistants.ts'
import type { Binding } from '../bind.ts'
import { campaignPresetRoutes } from '../campaign-presets.ts'
import { campaignWebhookRoutes } from '../campaign-webhooks.ts'
import { campaignRoutes } from '../campaigns.ts'
import { chatbotRoutes } from '../chatbots.ts'
import { chatRoutes } from '../chats.ts'
import { contactRoutes } from '../contacts.ts'
import { dashboardRoutes } from '../dashboard.ts'
import { deviceRoutes } from '../devices.ts'
import { eventRoutes } from '../events.ts'
import { evolutionRoutes } from '../evolution/evolution.ts'
import { unofferedRoutes } from '../evolution/unoffered.ts'
import { gatewayRoutes } from '../gateways.ts'
import { healthRoutes, simulatorRoutes } from '../health.ts'
import { listRowRoutes } from '../lists/list-rows.ts'
import { severalListsRoutes } from '../lists/several-lists.ts'
import { maintenanceRoutes } from '../maintenance.ts'
import { measured, metricsRoutes } from '../metrics.ts'
import { optOutRoutes } from '../opt-outs.ts'
import { ownDataRoutes } from '../own-data/own-data.ts'
import { peopleRoutes } from '../people.ts'
import { type Admit, admitting, limitGuesses } from '../requests/auth.ts'
import type { Env } from '../requests/client.ts'
import type { HttpSettings, Services } from '../services.ts'
import { uploadRoutes } from '../uploads.ts'
import { webhookRoutes } from '../webhooks.ts'
import { openWhileRunning, traced } from './middleware.ts'
import { type App, createPublicApp, gatewayPaths, pathsBelow } from './public-app.ts'
import { inPlace, serveAll } from './serve-calls.ts'

/** Binds every call of the contract to the code that answers it. */
export function allBindings(services: Services): Binding[] {
  return [
    ...accountRoutes(services),
    ...ownDataRoutes(services),
    ...deviceRoutes(services),
    ...campaignRoutes(services),
    ...campaignPresetRoutes(services),
    ...severalListsRoutes(services),
    ...contactRoutes(services),
    ...listRowRoutes(services),
    ...optOutRoutes(services),
    ...peopleRoutes(services),
    ...uploadRoutes(services),
    ...eventRoutes(services),
    ...healthRoutes(services),
    ...simulatorRoutes(services),
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
  const { accounts, log } = services
  const app = new Hono<Env>({ getPath: pathsBelow('') })
  app.use(traced(log))
  app.use(measured(services.metrics))
  app.use(openWhileRunning(services))
  const admit: Admit = (c) => services.evolution.admit(c.req.header('apikey'))
  serveAll(app, inPlace(evolutionRoutes(services), { accounts, admit, log }))
  app.notFound((c) => toResponse(new AppError('not_found', loggedPath(c.req.path)), c.req.path))
  app.onError((error, c) => answerFailure(error, c, log))
  return app
}

/** The whole HTTP interface. */
export function createApp(services: Services): App {
  return createPublicApp(services, {
    ...callsOf(services),
    getPath: pathsBelow(services.settings.basePath),
  })
}

/**
 * The gateway at the root of an address of its own, for clients that drop the path of one: no other
 * call can be reached there.
 */
export function createGatewayApp(services: Services): App {
  return createPublicApp(services, { ...callsOf(services), getPath: gatewayPaths })
}

function callsOf(services: Services) {
  const admit = admitting(limitGuesses(services.evolution.admit, services), services.settings)
  const needs = { ...services, admit }
  return {
    calls: inPlace(allBindings(services), needs),
    unlisted: inPlace(unofferedRoutes(services), needs),
  }
}
