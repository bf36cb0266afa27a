import { createHash, randomUUID } from 'node:crypto'
import type { Config } from '../config.ts'
import { OWN_GATEWAY_PATH } from '../contract/gateways/gateway.ts'
import { createCampaignMessages } from '../domain/chats/campaign-messages.ts'
import { createThreadKeeping } from '../domain/chats/thread-keeping.ts'
import type { Clock } from '../domain/clock.ts'
import type { EngineEvents } from '../domain/engine-events.ts'
import { createCampaignChanges } from '../domain/webhooks/campaign-changes.ts'
import { createCampaignWebhooks, createFindTarget } from '../domain/webhooks/campaign-webhooks.ts'
import { createChatChanges } from '../domain/webhooks/chat-changes.ts'
import { createConnectionChanges } from '../domain/webhooks/connection-changes.ts'
import { createConnectionEvents } from '../domain/webhooks/connection-events.ts'
import type { InstanceDevice } from '../domain/webhooks/instance-device.ts'
import { createInstanceEvents } from '../domain/webhooks/instance-events.ts'
import { createInstanceFeed } from '../domain/webhooks/instance-feed.ts'
import { createInstanceLife } from '../domain/webhooks/instance-life.ts'
import { createMessageChanges } from '../domain/webhooks/message-changes.ts'
import { createInstanceTrials } from '../domain/webhooks/trials/instance-trials.ts'
import type { WebhookMessages } from '../domain/webhooks/webhook-messages.ts'
import { createWebhookOutbox, type WebhookOutbox } from '../domain/webhooks/webhook-outbox.ts'
import { drawQr } from '../http/answers/qr-picture.ts'
import { createTargets } from '../remote/targets.ts'
import { createShowBody, createWebhookCall } from '../remote/webhook-call.ts'
import { newSecret } from '../security/webhook-secret.ts'
import { createPauses } from '../storage/files/pauses.ts'
import type { createSendingParts } from './sending.ts'
import type { Storage } from './storage/storage.ts'

type SendingParts = Awaited<ReturnType<typeof createSendingParts>>

const CHATS_BETWEEN_PAUSES = 200

type Needs = {
  readonly storage: {
    readonly answering: {
      readonly messages: Pick<Storage['answering']['messages'], 'chats' | 'newestAt' | 'search'>
    }
  } & Pick<
    Storage,
    | 'outbox'
    | 'webhooks'
    | 'reportedConnections'
    | 'campaigns'
    | 'optOuts'
    | 'ledgers'
    | 'messageIds'
    | 'devices'
  >
  readonly instanceDevice: InstanceDevice
  readonly sending: Pick<
    SendingParts,
    | 'campaigns'
    | 'devices'
    | 'directSends'
    | 'holds'
    | 'lastMessages'
    | 'messageFacts'
    | 'personIndexing'
    | 'records'
    | 'sending'
  >
  readonly threads: Pick<WebhookMessages, 'change' | 'keep' | 'mark' | 'read'>
  readonly engineEvents: Pick<EngineEvents, 'announce'>
  readonly publicUrl: () => string
  readonly onFault: (error: unknown, subject: string) => void
  readonly clock: Clock
}

/** Builds the webhooks' outbox, and the parts whose events go into it. */
export function createWebhookParts(config: Pick<Config, 'privateTargets'>, needs: Needs) {
  const { storage, instanceDevice, sending, threads, publicUrl, onFault, clock } = needs
  const { messageFacts } = sending
  const gatewayUrl = () => `${publicUrl()}${OWN_GATEWAY_PATH}`
  const showBody = createShowBody({ gatewayUrl })
  const webhookOutbox = createWebhookOutbox({
    store: storage.outbox,
    findTarget: createFindTarget(storage.webhooks, instanceDevice.findTarget),
    call: createWebhookCall({
      targets: createTargets(config.privateTargets, publicUrl),
      gatewayUrl,
      download: instanceDevice.download,
      now: clock.now,
    }),
    showBody,
    clock,
    newId: (subject) =>
      subject === undefined
        ? randomUUID()
        : createHash('sha256').update(subject).digest('base64url').slice(0, 32),
    onFault,
  })
  const instanceFeed = createInstanceFeed({
    ...{ outbox: webhookOutbox, gatewayUrl, clock, onFault },
    findListened: instanceDevice.findListened,
  })
  const { emit } = instanceFeed
  const campaignMessages = createCampaignMessages({
    ...sending,
    messageIds: storage.messageIds,
    findDeviceKey: sending.devices.findKey,
    findOwner: sending.devices.findOwner,
    now: clock.now,
    findName: async (userId, id) => (await sending.records.store.find(userId, id))?.name,
    onFault,
  })
  const messageChanges = createMessageChanges({
    findOwner: sending.devices.findOwner,
    change: threads.change,
    ignoresGroups: instanceDevice.ignoresGroups,
    emit,
    onFault,
  })
  const chatChanges = createChatChanges({
    search: storage.answering.messages.search,
    emit,
    onFault,
  })
  const instanceEvents = createInstanceEvents({
    changedHere: messageChanges.changedHere,
    findOwner: sending.devices.findOwner,
    ...threads,
    findCampaignMessages: campaignMessages.sentBefore,
    newestAt: storage.answering.messages.newestAt,
    isOfCampaign: messageFacts.isOfCampaign,
    ignoresGroups: instanceDevice.ignoresGroups,
    emit,
    findJid: messageFacts.findJid,
    findContent: messageFacts.findContent,
    settled: sending.directSends.settled,
    onFault,
  })
  const connectionEvents = createConnectionEvents({
    ...{ findOwner: sending.devices.findOwner, emit, drawQr, clock, onFault },
  })
  const instanceLife = createInstanceLife({
    ...{ outbox: webhookOutbox, feed: instanceFeed, newId: randomUUID, clock, onFault },
    findTarget: instanceDevice.findTarget,
  })
  const instanceTrials = createInstanceTrials({
    ...{ outbox: webhookOutbox, showBody, drawQr, newId: randomUUID, clock },
    findTarget: instanceDevice.findTarget,
  })
  const threadKeeping = createThreadKeeping({
    lastMessages: sending.lastMessages,
    findOwner: sending.devices.findOwner,
    chats: storage.answering.messages.chats,
    sentTo: campaignMessages.sentTo,
    keep: threads.keep,
    pause: createPauses(CHATS_BETWEEN_PAUSES),
    onFault,
  })
  const ownWebhookParts = createOwnWebhookParts(needs, webhookOutbox)
  return {
    ...{
      webhookOutbox,
      instanceEvents,
      messageChanges,
      chatChanges,
      campaignMessages,
      threadKeeping,
    },
    ...{ connectionEvents, instanceLife, instanceFeed, instanceTrials },
    ...ownWebhookParts,
  }
}

/** Builds a user's own webhooks, and the parts that publish events to them. */
function createOwnWebhookParts(
  { storage, sending: parts, engineEvents, clock, onFault }: Needs,
  outbox: WebhookOutbox,
) {
  const campaignWebhooks = createCampaignWebhooks({
    ...{ store: storage.webhooks, outbox, clock },
    newId: randomUUID,
    newSecret,
  })
  const campaignChanges = createCampaignChanges({
    ...{ campaigns: parts.campaigns, records: storage.campaigns, optOuts: storage.optOuts },
    ...{ ledgers: storage.ledgers, messageIds: storage.messageIds },
    ...{ atRest: parts.sending.atRest, announce: engineEvents.announce, onFault },
    webhooks: campaignWebhooks,
  })
  const connectionChanges = createConnectionChanges({
    ...{ store: storage.reportedConnections, devices: storage.devices, clock, onFault },
    findOwner: parts.devices.findOwner,
    restrictionOf: (key) => parts.holds.show(key).restriction,
    publish: campaignWebhooks.publish,
  })
  return { campaignWebhooks, campaignChanges, connectionChanges }
}

/** A sign of life is never older than this while the daemon lives. */
const SIGN_AGE_MS = 120_000

/** Delivers what waited, and publishes the events that a crash held back. */
export async function startWebhooks(
  {
    webhookOutbox,
    campaignChanges,
    connectionChanges,
  }: Pick<
    ReturnType<typeof createWebhookParts>,
    'webhookOutbox' | 'campaignChanges' | 'connectionChanges'
  >,
  { seenAtMs }: Pick<Storage, 'seenAtMs'>,
): Promise<void> {
  await webhookOutbox.start()
  await connectionChanges.recover()
  if (seenAtMs !== null) await campaignChanges.recover(seenAtMs - SIGN_AGE_MS)
}
