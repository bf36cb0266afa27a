import { randomUUID } from 'node:crypto'
import { createChats } from '../domain/chats/chats.ts'
import type { createGatewayParts } from './gateways.ts'
import type { createSendingParts } from './sending.ts'
import type { Storage } from './storage.ts'
import type { createWebhookParts } from './webhooks.ts'

/** Builds the inbox over the messages of all instances. */
export function createDaemonChats({
  storage: { answering, lists },
  gateways,
  webhookMessages,
  campaignMessages,
  optOuts,
  now,
  onFault,
}: Pick<Awaited<ReturnType<typeof createGatewayParts>>, 'gateways' | 'webhookMessages'> &
  Pick<ReturnType<typeof createWebhookParts>, 'campaignMessages'> &
  Pick<Awaited<ReturnType<typeof createSendingParts>>, 'optOuts'> & {
    readonly storage: {
      readonly answering: Pick<Storage['answering'], 'messages' | 'chatSettings'>
      readonly lists: Pick<Storage['lists'], 'findNames'>
    }
    readonly now: () => number
    readonly onFault: (error: unknown, subject: string) => void
  }) {
  return createChats({
    store: answering.messages,
    settings: answering.chatSettings,
    gateways,
    messages: webhookMessages,
    campaignMessages,
    findNames: lists.findNames,
    optOuts,
    newId: randomUUID,
    now,
    onFault,
  })
}
