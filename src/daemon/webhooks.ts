import { createHash, randomUUID } from 'node:crypto'
import type { Config } from '../config.ts'
import { createCampaignMessages } from '../domain/chats/campaign-messages.ts'
import type { Clock } from '../domain/clock.ts'
import type { InstanceDevice } from '../domain/webhooks/instance-device.ts'
import { createInstanceEvents } from '../domain/webhooks/instance-events.ts'
import type { WebhookMessages } from '../domain/webhooks/webhook-messages.ts'
import { createWebhookOutbox } from '../domain/webhooks/webhook-outbox.ts'
import { drawQr } from '../http/answers/qr-picture.ts'
import { createTargets } from '../remote/targets.ts'
import { createWebhookCall } from '../remote/webhook-call.ts'
import type { createSendingParts } from './sending.ts'
import type { Storage } from './storage.ts'

type SendingParts = Awaited<ReturnType<typeof createSendingParts>>

/** Builds the webhooks' outbox, and the events of the daemon's own devices that go into it. */
export function createWebhookParts(
  config: Pick<Config, 'privateTargets'>,
  {
    storage,
    instanceDevice,
    sending,
    threads,
    publicUrl,
    onFault,
    clock,
  }: {
    readonly storage: Pick<Storage, 'outbox' | 'messageIds'>
    readonly instanceDevice: InstanceDevice
    readonly sending: Pick<
      SendingParts,
      'devices' | 'directSends' | 'lastMessages' | 'messageFacts' | 'records'
    >
    readonly threads: Pick<WebhookMessages, 'keep' | 'mark' | 'read'>
    readonly publicUrl: () => string
    readonly onFault: (error: unknown, subject: string) => void
    readonly clock: Clock
  },
) {
  const { messageFacts } = sending
  const webhookOutbox = createWebhookOutbox({
    store: storage.outbox,
    findTarget: instanceDevice.findTarget,
    call: createWebhookCall({
      targets: createTargets(config.privateTargets, publicUrl),
      serverUrl: publicUrl,
      download: instanceDevice.download,
      now: clock.now,
    }),
    clock,
    newId: (subject) =>
      subject === undefined
        ? randomUUID()
        : createHash('sha256').update(subject).digest('base64url').slice(0, 32),
    onFault,
  })
  const campaignMessages = createCampaignMessages({
    ...sending,
    messageIds: storage.messageIds,
    findDeviceKey: sending.devices.findKey,
    findName: async (userId, id) => (await sending.records.store.find(userId, id))?.name,
    onFault,
  })
  const instanceEvents = createInstanceEvents({
    findOwner: sending.devices.findOwner,
    ...threads,
    findCampaignMessages: campaignMessages.sentTo,
    isOfCampaign: messageFacts.isOfCampaign,
    emit: webhookOutbox.emit,
    findJid: messageFacts.findJid,
    findContent: messageFacts.findContent,
    settled: sending.directSends.settled,
    drawQr,
    onFault,
  })
  return { webhookOutbox, instanceEvents, campaignMessages }
}
