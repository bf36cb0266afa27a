import { randomBytes, randomUUID } from 'node:crypto'
import type { Config } from '../config.ts'
import type { Clock } from '../domain/clock.ts'
import type { Devices } from '../domain/devices/devices.ts'
import type { EngineEvents } from '../domain/engine-events.ts'
import type { Publish } from '../domain/events.ts'
import { createEvolution, type EvolutionNeeds } from '../domain/gateways/evolution.ts'
import {
  createEvolutionChats,
  type EvolutionChatNeeds,
} from '../domain/gateways/evolution-chats.ts'
import { createEvolutionGroups } from '../domain/gateways/evolution-groups.ts'
import { createEvolutionMedia } from '../domain/gateways/evolution-media.ts'
import {
  createEvolutionMessages,
  type EvolutionMessageNeeds,
} from '../domain/gateways/evolution-messages.ts'
import { createEvolutionPeople } from '../domain/gateways/evolution-people.ts'
import { createEvolutionProfile } from '../domain/gateways/evolution-profile.ts'
import { createEvolutionWebsockets } from '../domain/gateways/evolution-websockets.ts'
import { createGateways } from '../domain/gateways/gateways.ts'
import { createInstanceManners } from '../domain/gateways/instance-manners.ts'
import { createInstances, type Instances } from '../domain/gateways/instances.ts'
import { createAssistants } from '../domain/replies/assistants.ts'
import { createChatbots } from '../domain/replies/chatbots.ts'
import { createReplyLog } from '../domain/replies/reply-log.ts'
import { createInstanceSecrets } from '../domain/webhooks/secrets/instance-secrets.ts'
import { createWebhookMessages } from '../domain/webhooks/webhook-messages.ts'
import { createDrawing } from '../http/requests/drawing.ts'
import { imageTypeOf } from '../http/requests/image.ts'
import { openTemporaryFile } from '../http/requests/temporary-file.ts'
import { createOwnGateway, type OwnGatewayNeeds } from '../http/serving/app.ts'
import { createGatewayProxy } from '../remote/gateway-proxy.ts'
import { createMediaFetcher } from '../remote/media.ts'
import { createMistral } from '../remote/mistral.ts'
import { createTargets, type Targets } from '../remote/targets.ts'
import { newSecret } from '../security/webhook-secret.ts'
import type { Storage } from './storage/storage.ts'

const TOKEN_BYTES = 24

/** Created before all other parts: removed devices take their instances along. */
export function createDaemonInstances(
  needs: Pick<Parameters<typeof createInstances>[0], 'store' | 'hasDevice' | 'now'>,
): Promise<Instances> {
  return createInstances({ ...needs, newId: randomUUID, newToken })
}

function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

type Needs = {
  readonly storage: Pick<Storage, 'answering' | 'uploads'>
  readonly engineEvents: EngineEvents
  readonly publish: Publish
  readonly publicUrl: () => string
  /** The parts that `evolution` is built on. */
  readonly own: Pick<EvolutionNeeds, 'accounts' | 'act' | 'devices' | 'instances'> &
    Pick<EvolutionMessageNeeds, 'directSends' | 'lookUp'> &
    Pick<EvolutionChatNeeds, 'download' | 'findContent'> & {
      readonly devices: Pick<Devices, 'findOwner'>
      readonly instances: Pick<Instances, 'setSigning'>
    }
  readonly clock: Clock
  readonly onFault: (error: unknown, subject: string) => void
} & Omit<
  OwnGatewayNeeds,
  | 'evolution'
  | 'evolutionGroups'
  | 'evolutionMedia'
  | 'evolutionMessages'
  | 'evolutionChats'
  | 'evolutionPeople'
  | 'evolutionProfile'
  | 'evolutionWebsockets'
>

/** Builds the gateways, their messages, and what answers these. */
export async function createGatewayParts(
  config: Pick<Config, 'privateTargets' | 'mistral'>,
  needs: Needs,
) {
  const { storage, engineEvents, publish, publicUrl, clock, onFault } = needs
  const { answering } = storage
  const { now } = clock
  const targets = createTargets(config.privateTargets, publicUrl)
  const evolutionParts = createEvolutionParts(needs, { targets })
  const instanceManners = createInstanceManners({
    ...needs.own,
    findOwner: needs.own.devices.findOwner,
    deliver: needs.own.directSends.deliver,
    onFault,
  })
  const gateways = createGateways({
    store: answering.gateways,
    proxy: createGatewayProxy({
      targets,
      callOwn: createOwnGateway({ ...needs, ...evolutionParts }).fetch,
    }),
    onRemoved: (userId, gatewayId) =>
      engineEvents.publish({ type: 'gateway_removed', userId, gatewayId }),
    newId: randomUUID,
    newToken,
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
    onGone: (userId, chatbot) => engineEvents.publish({ type: 'chatbot_gone', userId, chatbot }),
    newId: randomUUID,
    now,
  })
  const replyLog = createReplyLog({
    store: answering.replies,
    chatbots: chatbots.list,
    links: assistants.listLinks,
    resolveGateway: gateways.resolve,
    newId: randomUUID,
    ...{ publish, now, onFault },
  })
  const webhookMessages = createWebhookMessages({
    store: answering.messages,
    gateways,
    publish,
    onNew: (userId, instanceKey, messages) =>
      engineEvents.announce({ type: 'new_messages', userId, instanceKey, messages }),
    now,
  })
  return {
    gateways,
    assistants,
    chatbots,
    replyLog,
    webhookMessages,
    instanceManners,
    instanceSecrets: createInstanceSecrets({ instances: needs.own.instances, newSecret, clock }),
    ...evolutionParts,
  }
}

/** Builds the Evolution-compatible API. */
function createEvolutionParts(
  { storage, own, engineEvents, publish, clock, settings }: Needs,
  { targets }: { readonly targets: Targets },
) {
  const evolution = createEvolution({
    ...{ ...own, messages: storage.answering.messages, clock },
    onCreated: (userId, deviceId) =>
      engineEvents.publish({ type: 'instance_created', userId, deviceId }),
  })
  const evolutionMessages = createEvolutionMessages({
    ...own,
    messages: storage.answering.messages,
    gateway: evolution,
  })
  const withMedia = createMediaFetcher({
    targets,
    openFile: () => openTemporaryFile(settings.tempDir),
  })
  const { toPortrait, toSticker } = createDrawing()
  const evolutionMedia = createEvolutionMedia({
    ...own,
    messages: storage.answering.messages,
    gateway: evolution,
    ...{ withMedia, imageTypeOf, toSticker },
    saveMedia: (userId, file) => storage.uploads.saveFile(userId, { ...file, extension: 'bin' }),
  })
  const evolutionChats = createEvolutionChats({
    ...{ ...own, publish },
    gateway: evolution,
    messages: storage.answering.messages,
    readUpload: storage.uploads.read,
  })
  const evolutionPeople = createEvolutionPeople({ ...own, gateway: evolution, clock })
  const evolutionProfile = createEvolutionProfile({
    ...{ gateway: evolution, people: evolutionPeople, chats: evolutionChats },
    ...{ messages: storage.answering.messages, act: own.act, withMedia, toPortrait, clock },
  })
  const evolutionGroups = createEvolutionGroups({
    ...{ gateway: evolution, sending: evolutionMessages, act: own.act, withMedia, toPortrait },
    messages: storage.answering.messages,
  })
  const evolutionWebsockets = createEvolutionWebsockets({
    gateway: evolution,
    instances: own.instances,
  })
  return {
    ...{ evolutionGroups, evolutionWebsockets },
    ...{ evolution, evolutionMedia, evolutionMessages, evolutionChats },
    ...{ evolutionPeople, evolutionProfile },
  }
}
