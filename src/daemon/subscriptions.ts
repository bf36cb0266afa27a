import { deviceEvents } from '../domain/devices/device-state.ts'
import type { EngineEvents } from '../domain/engine-events.ts'
import type { Instances } from '../domain/gateways/instances.ts'
import type { Replies } from '../domain/replies/replies.ts'
import { connectionEventTypes } from '../domain/webhooks/connection-events.ts'
import { heardEvents } from '../domain/webhooks/instance-events.ts'
import type { WebhookMessageStore } from '../domain/webhooks/webhook-message-store.ts'
import type { Metrics } from '../http/metrics.ts'
import type { createGatewayParts } from './gateways.ts'
import type { createSendingParts } from './sending.ts'
import type { createStats } from './stats.ts'
import type { Storage } from './storage/storage.ts'
import type { createWebhookParts } from './webhooks.ts'

type GatewayParts = Awaited<ReturnType<typeof createGatewayParts>>

/**
 * Subscribes the parts to each other's events. Subscribers of one event run in this order: first
 * those that write to the disk.
 */
export function subscribeParts({
  engineEvents,
  sendingParts,
  webhookParts: { webhookOutbox, instanceEvents, messageChanges, ...rest },
  gatewayParts,
  storage,
  instances,
  replies,
  maintenance,
  metrics,
}: {
  readonly engineEvents: Pick<EngineEvents, 'subscribe'>
  readonly sendingParts: Awaited<ReturnType<typeof createSendingParts>>
  readonly webhookParts: ReturnType<typeof createWebhookParts>
  readonly gatewayParts: GatewayParts
  readonly storage: Pick<Storage, 'answering'>
  readonly instances: Pick<Instances, 'remove'>
  readonly replies: Pick<Replies, 'heard'>
  readonly maintenance: Pick<ReturnType<typeof createStats>['maintenance'], 'runAll'>
  readonly metrics: Pick<Metrics, 'changed' | 'slotTaken' | 'campaignStarted'>
}): void {
  const { chatNews, threadKeeping, campaignNews, connectionNews, instanceLife } = rest
  const { subscribe } = engineEvents
  const { breaker, campaigns, devices, deviceTraffic, holds, messageFacts, sending } = sendingParts
  const { campaignReplies, lastMessages, optOutReplies, personIndexing } = sendingParts
  // WhatsApp
  subscribe(['receipt'], messageFacts.heardReceipt)
  subscribe(['late_ack'], messageFacts.heardLateAck)
  subscribe(['time_lock'], holds.lockChanged)
  subscribe(['new_chat_cap'], holds.capChanged)
  // Before their message lets anybody go on.
  subscribe(['inbound'], optOutReplies.heard)
  subscribe(['inbound'], campaignReplies.heard)
  subscribe(['inbound'], sending.heardFrom)
  subscribe(deviceEvents, devices.handle)
  subscribe(heardEvents, instanceEvents.heard)
  subscribe(connectionEventTypes, rest.connectionEvents.heard)
  subscribe(['device_removed'], rest.connectionEvents.forget)
  subscribe(['message_change'], messageChanges.heard)
  subscribe(['inbound'], deviceTraffic.heard)
  // A message that is read on WhatsApp must be in its thread.
  subscribe(['inbound'], gatewayParts.instanceManners.heardInbound)
  subscribe(['state'], gatewayParts.instanceManners.heardState)
  subscribe(['call'], gatewayParts.instanceManners.heardCall)

  // Devices and gateways
  subscribe(['connection'], sending.connectionChanged)
  subscribe(['receipt'], breaker.heardReceipt)
  subscribe(['connection'], breaker.connectionChanged)
  subscribe(['breaker_tripped'], ({ key, reason }) => sending.pauseAll(key, reason))
  subscribe(['holds_changed'], ({ key }) => sending.holdsChanged(key))
  subscribe(['device_gone'], sending.deviceGone)
  // A campaign may have begun on the device while it was being removed.
  subscribe(['device_removed'], ({ key }) => sending.deviceGone({ key, cause: 'removed' }))
  subscribe(['device_removed'], holds.forget)
  subscribe(['device_removed'], breaker.forget)
  subscribe(['device_removed'], deviceTraffic.forget)
  subscribe(['instance_created'], instanceLife.created)
  // Its webhook goes with the instance.
  subscribe(['device_removed'], instanceLife.removed)
  subscribe(['device_removed'], ({ userId, deviceId }) => instances.remove(userId, deviceId))
  subscribe(['device_removed'], ({ userId, deviceId }) =>
    webhookOutbox.remove({ userId, instance: deviceId }),
  )
  subscribeNews(engineEvents, { campaignNews, connectionNews })
  subscribeGateways(engineEvents, { ...gatewayParts, messages: storage.answering.messages })

  // Messages
  subscribe(['campaign_sent'], ({ sent }) => lastMessages.proved(sent))
  subscribe(['campaign_sent'], ({ sent }) => breaker.sent(sent))
  subscribe(['campaign_sent', 'direct_sent', 'direct_proved'], ({ sent }) =>
    deviceTraffic.sent(sent),
  )
  subscribe(['campaign_sent'], ({ sent }) => instanceEvents.sentByCampaign(sent))
  subscribe(['direct_sent'], ({ sent }) => instanceEvents.sentAlone(sent))
  subscribe(['direct_proved'], ({ sent }) => instanceEvents.provedAlone(sent))
  subscribe(['new_messages'], chatNews.heard)
  subscribe(['new_messages'], ({ userId, instanceKey, messages }) =>
    replies.heard(userId, instanceKey, messages),
  )

  // Jobs
  subscribe(['slot'], ({ key, campaignId }) => sending.slot(key, campaignId))
  subscribe(['due'], ({ campaignId }) => campaigns.startReminded(campaignId))
  subscribe(['tick'], () => campaigns.startDue())
  subscribe(['tick'], () => deviceTraffic.keepSome())
  subscribe(['maintenance'], () => threadKeeping.keepAgeing())
  subscribe(['maintenance'], () => maintenance.runAll())
  // What the cleaning has deleted is taken out.
  subscribe(['maintenance'], () => personIndexing.catchUp())

  subscribe(['campaign_status'], personIndexing.statusChanged)
  subscribe(['recipient'], ({ change }) => metrics.changed(change))
  subscribe(['slot_lag'], ({ ms }) => metrics.slotTaken(ms))
  subscribe(['campaign_started'], ({ lagMs }) => metrics.campaignStarted(lagMs))
}

/** Tells users' own webhooks. */
function subscribeNews(
  { subscribe }: Pick<EngineEvents, 'subscribe'>,
  {
    campaignNews,
    connectionNews,
  }: Pick<ReturnType<typeof createWebhookParts>, 'campaignNews' | 'connectionNews'>,
): void {
  subscribe(['campaign_status'], campaignNews.statusChanged)
  subscribe(['campaign_ended'], campaignNews.ended)
  subscribe(['recipient'], campaignNews.recipientChanged)
  subscribe(['campaign_reply'], campaignNews.replied)
  subscribe(['opt_out_added'], campaignNews.optedOut)
  subscribe(['state'], connectionNews.heardState)
  subscribe(['holds_changed'], connectionNews.heardHolds)
  subscribe(['device_removed'], connectionNews.forget)
}

/** Removes what is kept of a gateway along with it. */
function subscribeGateways(
  { subscribe }: Pick<EngineEvents, 'subscribe'>,
  {
    messages,
    assistants,
    chatbots,
    replyLog,
  }: Pick<GatewayParts, 'assistants' | 'chatbots' | 'replyLog'> & {
    readonly messages: Pick<WebhookMessageStore, 'removeGateway'>
  },
): void {
  subscribe(['gateway_removed'], ({ userId, gatewayId }) =>
    messages.removeGateway(userId, gatewayId),
  )
  subscribe(['gateway_removed'], ({ userId, gatewayId }) =>
    assistants.removeLinksOf(userId, gatewayId),
  )
  subscribe(['gateway_removed'], ({ userId, gatewayId }) => chatbots.removeOf(userId, gatewayId))
  subscribe(['gateway_removed'], ({ userId, gatewayId }) => replyLog.removeOf(userId, gatewayId))
  subscribe(['chatbot_gone'], ({ userId, chatbot: { id, ...place } }) =>
    replyLog.removeBot(userId, { ...place, chatbotId: id }),
  )
}
