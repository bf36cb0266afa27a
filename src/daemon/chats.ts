import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { createChatFiles } from '../domain/chats/chat-files.ts'
import { createChats } from '../domain/chats/chats.ts'
import { createPeople } from '../domain/people/people.ts'
import { createPeopleSearch } from '../domain/people/people-search.ts'
import { createPersonTimelines } from '../domain/people/timeline/person-timeline.ts'
import type { createGatewayParts } from './gateways.ts'
import type { createSendingParts } from './sending.ts'
import type { Storage } from './storage/storage.ts'
import type { createWebhookParts } from './webhooks.ts'

/** Builds the inbox over the messages of all instances, and what shows one person. */
export function createDaemonChats({
  storage: { answering, campaigns, ledgers, lists, messageIds },
  gateways,
  webhookMessages,
  campaignMessages,
  optOuts,
  counters,
  personIndexing,
  personCards,
  replyLog,
  chatbots,
  devices,
  messenger,
  now,
  onFault,
}: Pick<
  Awaited<ReturnType<typeof createGatewayParts>>,
  'gateways' | 'webhookMessages' | 'replyLog' | 'chatbots'
> &
  Pick<ReturnType<typeof createWebhookParts>, 'campaignMessages'> &
  Pick<
    Awaited<ReturnType<typeof createSendingParts>>,
    'optOuts' | 'counters' | 'personIndexing' | 'personCards' | 'devices' | 'messenger'
  > & {
    readonly storage: Pick<Storage, 'campaigns' | 'ledgers' | 'messageIds'> & {
      readonly answering: Pick<Storage['answering'], 'messages' | 'chatSettings' | 'agents'>
      readonly lists: Pick<Storage['lists'], 'findNames' | 'findLists' | 'list' | 'page'>
    }
    readonly now: () => number
    readonly onFault: (error: unknown, subject: string) => void
  }) {
  const chats = createChats({
    store: answering.messages,
    settings: answering.chatSettings,
    gateways,
    messages: webhookMessages,
    campaignMessages,
    findNames: lists.findNames,
    optOuts,
    newId: randomUUID,
    now,
    pause: setImmediate,
    onFault,
  })
  const people = createPeople({
    ...{ campaigns, ledgers, counters, messageIds, optOuts, chats, onFault },
    indexing: personIndexing,
    messages: webhookMessages,
    findNames: lists.findNames,
    findLists: lists.findLists,
  })
  const personTimelines = createPersonTimelines({
    ...{ people, optOuts, chats, messageIds, replyLog, campaigns, onFault },
    cards: personCards,
    messages: webhookMessages,
    listChatbots: chatbots.list,
    agents: answering.agents,
  })
  const chatFiles = createChatFiles({ store: answering.messages, gateways, devices, messenger })
  const peopleSearch = createPeopleSearch({ lists })
  return { chats, chatFiles, people, personTimelines, peopleSearch }
}
