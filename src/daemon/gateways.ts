import { randomBytes, randomUUID } from 'node:crypto'
import type { Config } from '../config.ts'
import type { Clock } from '../domain/clock.ts'
import type { Publish } from '../domain/events.ts'
import { createEvolution, type EvolutionNeeds } from '../domain/gateways/evolution.ts'
import {
  createEvolutionMessages,
  type EvolutionMessageNeeds,
} from '../domain/gateways/evolution-messages.ts'
import { createGateways } from '../domain/gateways/gateways.ts'
import { createInstances, type Instances } from '../domain/gateways/instances.ts'
import { createAssistants } from '../domain/replies/assistants.ts'
import { createChatbots } from '../domain/replies/chatbots.ts'
import { createWebhookMessages } from '../domain/webhooks/webhook-messages.ts'
import type { App } from '../http/app.ts'
import { imageTypeOf } from '../http/requests/image.ts'
import { createGatewayProxy } from '../remote/gateway-proxy.ts'
import { createMediaFetcher } from '../remote/media.ts'
import { createMistral } from '../remote/mistral.ts'
import { hashApiKey } from '../security/passwords.ts'
import type { Storage } from './storage.ts'

const TOKEN_BYTES = 24

/** Made before all other parts: devices take their instances along when they go. */
export function createDaemonInstances(
  needs: Pick<Parameters<typeof createInstances>[0], 'store' | 'hasDevice' | 'now'>,
): Promise<Instances> {
  return createInstances({ ...needs, newId: randomUUID, newToken, hashToken: hashApiKey })
}

function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** Gateways, what they report, and what answers it: the daemon's second half. */
export async function createGatewayParts(
  config: Pick<Config, 'privateTargets' | 'mistral'>,
  {
    storage,
    publish,
    publicUrl,
    app,
    own,
    onNewMessages,
    clock,
  }: {
    readonly storage: Pick<Storage, 'answering' | 'uploads'>
    readonly publish: Publish
    readonly publicUrl: () => string
    /** Asked at a call: it is made of these parts. */
    readonly app: () => App
    /** What the own gateway stands on. */
    readonly own: Pick<EvolutionNeeds, 'accounts' | 'devices' | 'instances'> &
      Pick<EvolutionMessageNeeds, 'directSends' | 'lookUp'>
    readonly clock: Clock
    /** Messages that were not known, once they are stored. */
    readonly onNewMessages: Parameters<typeof createWebhookMessages>[0]['onNew']
  },
) {
  const { answering } = storage
  const { now } = clock
  const allowsPrivate = config.privateTargets === 'allow'
  const gateways = await createGateways({
    store: answering.gateways,
    proxy: createGatewayProxy({
      allowsPrivate,
      callOwn: (request) => app().fetch(request),
    }),
    removeRest: async (userId, gatewayId) => {
      await answering.messages.removeGateway(userId, gatewayId)
      await assistants.removeLinksOf(userId, gatewayId)
      await chatbots.removeOf(userId, gatewayId)
    },
    newId: randomUUID,
    newToken,
    hashToken: hashApiKey,
    now,
    publicUrl,
  })
  const { baseUrl, apiKey } = config.mistral
  const assistants = createAssistants({
    agents: answering.agents,
    links: answering.links,
    replyCounts: answering.replyCounts,
    service: apiKey === null ? null : createMistral({ baseUrl, apiKey, now }),
    resolveGateway: gateways.resolve,
    newId: randomUUID,
    now,
  })
  const chatbots = createChatbots({
    store: answering.chatbots,
    resolveGateway: gateways.resolve,
    newId: randomUUID,
    now,
  })
  const webhookMessages = createWebhookMessages({
    store: answering.messages,
    gateways,
    publish,
    onNew: onNewMessages,
    now,
  })
  const evolution = createEvolution({ ...own, messages: answering.messages, clock })
  const evolutionMessages = createEvolutionMessages({
    ...own,
    gateway: evolution,
    fetchMedia: createMediaFetcher({ allowsPrivate }),
    imageTypeOf,
    saveMedia: (userId, file) => storage.uploads.save(userId, { ...file, extension: 'bin' }),
  })
  return { gateways, assistants, chatbots, webhookMessages, evolution, evolutionMessages }
}
