import { deviceEvents } from '../domain/devices/device-state.ts'
import type { EngineEvents } from '../domain/engine-events.ts'
import type { Instances } from '../domain/gateways/instances.ts'
import type { Replies } from '../domain/replies/replies.ts'
import { connectionEventTypes } from '../domain/webhooks/connection-events.ts'
import { instanceEventTypes } from '../domain/webhooks/instance-events.ts'
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
  readonly replies: Pick<Replies, 'onNewMessages'>
  readonly maintenance: Pick<ReturnType<typeof createStats>['maintenance'], 'runAll'>
  readonly metrics: Pick<Metrics, 'changed' | 'slotTaken' | 'campaignStarted'>
}): void {
  const { chatChanges, threadKeeping, campaignChanges, connectionChanges, instanceLife } = rest
  const { subscribe } = engineEvents
  const { breaker, campaigns, devices, deviceTraffic, holds, messageFacts, sending } = sendingParts
  const { campaignReplies, lastMessages, optOutReplies, personIndexing } = sendingParts
  // WhatsApp
  subscribe(['receipt'], messageFacts.onReceipt)
  subscribe(['late_ack'], messageFacts.onLateAck)
  subscribe(['time_lock'], holds.onTimeLock)
  subscribe(['new_chat_cap'], holds.onNewChatCap)
  // Before `sending.onInbound`, which lets campaigns write to the author of the message.
  subscribe(['inbound'], optOutReplies.onInbound)
  subscribe(['inbound'], campaignReplies.onInbound)
  subscribe(['inbound'], sending.onInbound)
  subscribe(deviceEvents, devices.onEvent)
  subscribe(instanceEventTypes, instanceEvents.onEvent)
  subscribe(connectionEventTypes, rest.connectionEvents.onEvent)
  subscribe(['device_removed'], rest.connectionEvents.forget)
  subscribe(['message_change'], messageChanges.onMessageChange)
  subscribe(['inbound'], deviceTraffic.onInbound)
  // A message that is read on WhatsApp must be in its thread.
  subscribe(['inbound'], gatewayParts.instanceManners.onInbound)
  subscribe(['state'], gatewayParts.instanceManners.onState)
  subscribe(['call'], gatewayParts.instanceManners.onCall)

  // Devices and gateways
  subscribe(['connection'], sending.onConnection)
  subscribe(['receipt'], breaker.onReceipt)
  subscribe(['connection'], breaker.onConnection)
  subscribe(['breaker_tripped'], ({ key, reason }) => sending.pauseAll(key, reason))
  subscribe(['holds_changed'], ({ key }) => sending.onHoldsChanged(key))
  subscribe(['device_gone'], sending.onDeviceGone)
  // A campaign may have begun on the device while it was being removed.
  subscribe(['device_removed'], ({ key }) => sending.onDeviceGone({ key, cause: 'removed' }))
  subscribe(['device_removed'], holds.forget)
  subscribe(['device_removed'], breaker.forget)
  subscribe(['device_removed'], deviceTraffic.forget)
  subscribe(['instance_created'], instanceLife.onInstanceCreated)
  // Before `instances.remove`: the webhook that gets this event goes with the instance.
  subscribe(['device_removed'], instanceLife.onDeviceRemoved)
  subscribe(['device_removed'], ({ userId, deviceId }) => instances.remove(userId, deviceId))
  subscribe(['device_removed'], ({ userId, deviceId }) =>
    webhookOutbox.remove({ userId, instance: deviceId }),
  )
  subscribeOwnWebhooks(engineEvents, { campaignChanges, connectionChanges })
  subscribeGateways(engineEvents, { ...gatewayParts, messages: storage.answering.messages })

  // Messages
  subscribe(['campaign_sent'], ({ sent }) => lastMessages.proved(sent))
  subscribe(['campaign_sent'], ({ sent }) => breaker.sent(sent))
  subscribe(['campaign_sent', 'direct_sent', 'direct_proved'], ({ sent }) =>
    deviceTraffic.onSent(sent),
  )
  subscribe(['campaign_sent'], ({ sent }) => instanceEvents.onCampaignSent(sent))
  subscribe(['direct_sent'], ({ sent }) => instanceEvents.onDirectSent(sent))
  subscribe(['direct_proved'], ({ sent }) => instanceEvents.onDirectProved(sent))
  subscribe(['new_messages'], chatChanges.onNewMessages)
  subscribe(['new_messages'], ({ userId, instanceKey, messages }) =>
    replies.onNewMessages(userId, instanceKey, messages),
  )

  // Jobs
  subscribe(['slot'], ({ key, campaignId }) => sending.slot(key, campaignId))
  subscribe(['due'], ({ campaignId }) => campaigns.startReminded(campaignId))
  subscribe(['tick'], () => campaigns.startDue())
  subscribe(['tick'], () => deviceTraffic.keepSome())
  subscribe(['maintenance'], () => threadKeeping.keepAgeing())
  subscribe(['maintenance'], () => maintenance.runAll())
  // Takes out of the index what maintenance has deleted.
  subscribe(['maintenance'], () => personIndexing.catchUp())

  subscribe(['campaign_status'], personIndexing.onCampaignStatus)
  subscribe(['recipient'], ({ change }) => metrics.changed(change))
  subscribe(['slot_lag'], ({ ms }) => metrics.slotTaken(ms))
  subscribe(['campaign_started'], ({ lagMs }) => metrics.campaignStarted(lagMs))
}

/** Subscribes users' own webhooks to events. */
function subscribeOwnWebhooks(
  { subscribe }: Pick<EngineEvents, 'subscribe'>,
  {
    campaignChanges,
    connectionChanges,
  }: Pick<ReturnType<typeof createWebhookParts>, 'campaignChanges' | 'connectionChanges'>,
): void {
  subscribe(['campaign_status'], campaignChanges.onCampaignStatus)
  subscribe(['campaign_ended'], campaignChanges.onCampaignEnded)
  subscribe(['recipient'], campaignChanges.onRecipient)
  subscribe(['campaign_reply'], campaignChanges.onCampaignReply)
  subscribe(['opt_out_added'], campaignChanges.onOptOutAdded)
  subscribe(['state'], connectionChanges.onState)
  subscribe(['holds_changed'], connectionChanges.onHoldsChanged)
  subscribe(['device_removed'], connectionChanges.forget)
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
