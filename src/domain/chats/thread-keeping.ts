import { OWN_GATEWAY_ID } from '../../contract/gateways/gateway.ts'
import { isPersonJid, phoneOfJid } from '../../contract/jid.ts'
import type { ReportedMessage } from '../../contract/messages/chat-event.ts'
import type { DeviceKey } from '../messenger.ts'
import type { LastMessages } from '../sending/last-messages.ts'
import type { WebhookMessageStore } from '../webhooks/webhook-message-store.ts'
import type { WebhookMessages } from '../webhooks/webhook-messages.ts'
import type { CampaignMessages } from './campaign-messages.ts'

type Owner = { readonly userId: string; readonly deviceId: string }

/** Messages that are written at once. */
const KEPT_AT_ONCE = 200

/**
 * Keeps what campaigns sent in the threads of their recipients before it can no longer be found by
 * the person: a thread that nobody has opened in that week would lose it. It goes through the chats
 * that a device has, so that it costs the same after a campaign of any size, and begins no chats.
 */
export function createThreadKeeping({
  lastMessages,
  findOwner,
  chats,
  sentTo,
  keep,
  pause,
  onFault,
}: {
  readonly lastMessages: Pick<LastMessages, 'ageing' | 'keptAgeing'>
  readonly findOwner: (key: DeviceKey) => Owner | undefined
  readonly chats: WebhookMessageStore['chats']
  readonly sentTo: CampaignMessages['sentTo']
  readonly keep: WebhookMessages['keep']
  /** Lets others have the event loop where it is due. */
  readonly pause: () => Promise<void> | undefined
  readonly onFault: (error: unknown, subject: string) => void
}) {
  return { keepAgeing }

  /** Never rejects: what failed is tried again the next time. */
  async function keepAgeing(): Promise<void> {
    for (const deviceKey of lastMessages.ageing()) {
      const owner = findOwner(deviceKey)
      try {
        if (owner) await keepOf(deviceKey, owner)
        lastMessages.keptAgeing(deviceKey)
      } catch (error) {
        onFault(error, `messages of campaigns in ${owner?.deviceId}`)
      }
    }
  }

  async function keepOf(deviceKey: DeviceKey, { userId, deviceId }: Owner): Promise<void> {
    const place = { gatewayId: OWN_GATEWAY_ID, instance: deviceId }
    let found: ReportedMessage[] = []
    for (const { remoteJid: chatJid, lid } of await chats(userId, place)) {
      await pause()
      if (!isPersonJid(chatJid)) continue
      const names = { chatJid, phone: phoneOfJid(chatJid), lid, jid: chatJid }
      found.push(...(await sentTo(deviceKey, names)))
      if (found.length < KEPT_AT_ONCE) continue
      await keep(userId, place, found)
      found = []
    }
    await keep(userId, place, found)
  }
}
