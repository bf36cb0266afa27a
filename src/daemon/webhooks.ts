import { randomUUID } from 'node:crypto'
import type { Config } from '../config.ts'
import { phoneJid } from '../contract/jid.ts'
import type { Instances } from '../domain/gateways/instances.ts'
import { createInstanceEvents } from '../domain/webhooks/instance-events.ts'
import type { WebhookMessages } from '../domain/webhooks/webhook-messages.ts'
import { createWebhookOutbox, type WebhookTarget } from '../domain/webhooks/webhook-outbox.ts'
import type { Outbox } from '../domain/webhooks/webhook-outbox-store.ts'
import { drawQr } from '../http/answers/qr-picture.ts'
import { createWebhookCall } from '../remote/webhook-call.ts'
import { clock } from './clock.ts'
import type { createSendingParts } from './sending.ts'
import type { Storage } from './storage.ts'

type SendingParts = Awaited<ReturnType<typeof createSendingParts>>

/** What goes out to webhooks, and the news of the daemon's own devices that it is made of. */
export function createWebhookParts(
  config: Pick<Config, 'privateTargets'>,
  {
    storage,
    instances,
    sending,
    threads,
    publicUrl,
    onFault,
  }: {
    readonly storage: Pick<Storage, 'outbox' | 'devices'>
    readonly instances: Pick<Instances, 'find'>
    readonly sending: Pick<SendingParts, 'devices' | 'directSends' | 'download' | 'news'>
    readonly threads: Pick<WebhookMessages, 'keep' | 'mark'>
    readonly publicUrl: () => string
    readonly onFault: (error: unknown, subject: string) => void
  },
) {
  const webhookOutbox = createWebhookOutbox({
    store: storage.outbox,
    findTarget,
    call: createWebhookCall({
      allowsPrivate: config.privateTargets === 'allow',
      serverUrl: publicUrl,
      download: async ({ userId, instance }, media, limitBytes) => {
        const key = await sending.devices.findKey(userId, instance)
        return key === undefined ? null : sending.download(key, media, { limitBytes })
      },
      now: clock.now,
    }),
    clock,
    newId: randomUUID,
    onFault,
  })
  const instanceEvents = createInstanceEvents({
    findOwner: sending.devices.findOwner,
    keep: threads.keep,
    mark: threads.mark,
    isOfCampaign: sending.news.isOfCampaign,
    emit: webhookOutbox.emit,
    findJid: sending.news.findJid,
    findContent: sending.news.findContent,
    settled: sending.directSends.settled,
    drawQr,
    onFault,
  })
  return { webhookOutbox, instanceEvents }

  async function findTarget({ userId, instance }: Outbox): Promise<WebhookTarget | undefined> {
    const record = await instances.find(userId, instance)
    if (!record?.webhook) return undefined
    const { webhook, token, instanceId } = record
    const device = await storage.devices.find(userId, instance)
    const { phone = null, connectionName = '' } = device ?? {}
    return {
      webhook,
      token,
      instanceId,
      ownJid: phone && phoneJid(phone),
      profileName: connectionName,
    }
  }
}

/** A device's own identity, once it was linked. */
export async function ownJidOf(
  devices: Storage['devices'],
  userId: string,
  deviceId: string,
): Promise<string | null> {
  const phone = (await devices.find(userId, deviceId))?.phone
  return phone ? phoneJid(phone) : null
}
