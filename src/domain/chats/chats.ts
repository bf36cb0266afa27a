import { AppError } from '../../contract/errors.ts'
import { OWN_GATEWAY_ID } from '../../contract/gateways/gateway.ts'
import { isPersonJid, normaliseJid, phoneOfJid } from '../../contract/jid.ts'
import { NOTE_TYPE, type WebhookMessage } from '../../contract/messages/chat.ts'
import type { ChatSettings, Conversation } from '../../contract/messages/conversation.ts'
import type { Gateways } from '../gateways/gateways.ts'
import type { OptOuts } from '../optouts/opt-outs.ts'
import type { OwnedStore } from '../store.ts'
import type {
  ChatSummary,
  InstanceKey,
  WebhookMessageStore,
} from '../webhooks/webhook-message-store.ts'
import type { WebhookMessages } from '../webhooks/webhook-messages.ts'
import type { CampaignMessages } from './campaign-messages.ts'
import { createThreads } from './threads.ts'

export type Chats = ReturnType<typeof createChats>

/** Finds the names of people in the user's contact lists, by the digits of their phones. */
export type FindContactNames = (
  userId: string,
  phones: readonly string[],
) => Promise<ReadonlyMap<string, string>>

/** What a user has chosen for all chats. */
export type ChatSettingsRecord = ChatSettings & { readonly id: typeof SETTINGS_ID }

type ChatName = {
  readonly gatewayId: string | undefined
  readonly instance: string
  readonly remoteJid: string
}

export const SETTINGS_ID = 'chat'
const NOTE_PREFIX = 'note-'
/** Chats that are looked at in one go, after which other calls have their turn. */
const CHATS_AT_ONCE = 500

/** The conversations of a user over all instances: what is unread in them, and notes. */
export function createChats({
  store,
  settings,
  gateways,
  messages,
  campaignMessages,
  findNames,
  optOuts,
  newId,
  now,
  pause,
  onFault,
}: {
  readonly store: Pick<WebhookMessageStore, 'chats' | 'instances' | 'newestAt' | 'unreadCount'>
  readonly settings: Pick<OwnedStore<ChatSettingsRecord>, 'find' | 'save'>
  readonly gateways: Pick<Gateways, 'listIds' | 'resolve'>
  readonly messages: Pick<WebhookMessages, 'keep' | 'list' | 'read'>
  readonly campaignMessages: Pick<CampaignMessages, 'complete' | 'findLate' | 'isOfCampaign'>
  readonly findNames: FindContactNames
  readonly optOuts: Pick<OptOuts, 'has'>
  readonly newId: () => string
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Lets others have the event loop. */
  readonly pause: () => Promise<unknown>
  readonly onFault: (error: unknown, subject: string) => void
}) {
  const threads = createThreads({ gateways, messages, campaignMessages, pause, onFault })
  return {
    ...{ list, find, thread: threads.page, search: threads.search },
    ...{ unreadCount, read, note, findSettings, changeSettings },
  }

  /** Lists the chats of an instance, or of all, the one with the newest message first. */
  async function list(
    userId: string,
    query: { readonly gatewayId: string | undefined; readonly instance: string | undefined },
  ): Promise<readonly Conversation[]> {
    const places = await placesOf(userId, query)
    const listed: Conversation[] = []
    for (const place of places) {
      let some: ChatSummary[] = []
      for (const chat of await chatsOf(userId, place, places.length)) {
        some.push(chat)
        if (some.length < CHATS_AT_ONCE) continue
        listed.push(...(await named(userId, place, some)))
        some = []
        await pause()
      }
      listed.push(...(await named(userId, place, some)))
      await pause()
    }
    return listed.sort((a, b) => b.lastAtSeconds - a.lastAtSeconds)
  }

  /** Adds what a user's lists and opt-outs say of the people. */
  async function named(
    userId: string,
    place: InstanceKey,
    chats: readonly ChatSummary[],
  ): Promise<readonly Conversation[]> {
    const phones = chats.flatMap(({ remoteJid }) => phoneOfJid(remoteJid) ?? [])
    const names = await findNames(userId, phones)
    return chats.map(({ lid, lastId, ...chat }) => {
      const { remoteJid: jid } = chat
      const phone = phoneOfJid(jid)
      const contactName = names.get(phone ?? '') ?? null
      const isOptedOut = isPersonJid(jid) && optOuts.has(userId, { phone, lid, jid })
      // Asking each campaign's ledger would make a long list slow; the thread shows the status.
      const isInLedger = place.gatewayId === OWN_GATEWAY_ID && campaignMessages.isOfCampaign(lastId)
      const lastStatus = isInLedger ? null : chat.lastStatus
      return { ...chat, ...place, contactName, isOptedOut, lastStatus }
    })
  }

  /** Finds the chats with a person by their jids, the one with the newest message first. */
  async function find(
    userId: string,
    jids: readonly string[],
  ): Promise<readonly (InstanceKey & { remoteJid: string; lastAtSeconds: number })[]> {
    const places = await placesOf(userId, { gatewayId: undefined, instance: undefined })
    const found = new Map<string, InstanceKey & { remoteJid: string; lastAtSeconds: number }>()
    for (const place of places) {
      for (const remoteJid of jids) {
        const lastAtSeconds = await newestAt(userId, { ...place, remoteJid })
        // Several jids of one person may lead to the same chat.
        const key = `${place.gatewayId} ${place.instance} ${lastAtSeconds}`
        if (lastAtSeconds === undefined || found.has(key)) continue
        found.set(key, { ...place, remoteJid, lastAtSeconds })
      }
    }
    return [...found.values()].sort((a, b) => b.lastAtSeconds - a.lastAtSeconds)
  }

  async function newestAt(userId: string, chat: Parameters<WebhookMessageStore['newestAt']>[1]) {
    try {
      return await store.newestAt(userId, chat)
    } catch (error) {
      if (!isDamaged(error)) throw error
      return undefined
    }
  }

  /** Of many instances a damaged one hides only its own chats. */
  async function chatsOf(
    userId: string,
    place: InstanceKey,
    placeCount: number,
  ): Promise<readonly ChatSummary[]> {
    try {
      return await store.chats(userId, place)
    } catch (error) {
      if (placeCount === 1 || !isDamaged(error)) throw error
      onFault(error, `chats of ${place.instance}`)
      return []
    }
  }

  async function placesOf(
    userId: string,
    { gatewayId, instance }: Parameters<typeof list>[1],
  ): Promise<readonly InstanceKey[]> {
    if (instance !== undefined) {
      return [{ gatewayId: await gateways.resolve(userId, gatewayId), instance }]
    }
    const ids =
      gatewayId === undefined
        ? await gateways.listIds(userId)
        : [await gateways.resolve(userId, gatewayId)]
    const places = await Promise.all(
      ids.map(async (id) =>
        (await store.instances(userId, id)).map((name) => ({ gatewayId: id, instance: name })),
      ),
    )
    return places.flat()
  }

  /** How many chats have unread messages. */
  async function unreadCount(userId: string): Promise<number> {
    const places = await placesOf(userId, { gatewayId: undefined, instance: undefined })
    let count = 0
    for (const place of places) {
      try {
        count += await store.unreadCount(userId, place)
      } catch (error) {
        if (!isDamaged(error)) throw error
      }
    }
    return count
  }

  /** Counts a chat as read, up to a message of it or whole. */
  async function read(
    userId: string,
    { upToId, ...chat }: ChatName & { readonly upToId: string | undefined },
  ): Promise<void> {
    await messages.read(userId, { ...(await chatAt(userId, chat)), upToId })
  }

  /**
   * Keeps a note in a chat; it is sent to nobody.
   * @throws AppError `gateway_not_found`, `invalid`, `instance_limit`, `storage_unavailable`
   */
  async function note(
    userId: string,
    { text, ...chat }: ChatName & { readonly text: string },
  ): Promise<WebhookMessage> {
    const { gatewayId, instance, remoteJid } = await chatAt(userId, chat)
    const shown = {
      id: `${NOTE_PREFIX}${newId()}`,
      remoteJid,
      pushName: null,
      content: text,
      type: NOTE_TYPE,
      isFromMe: true,
      sentAtSeconds: Math.floor(now() / 1000),
      status: null,
      thumbnail: null,
    }
    await messages.keep(userId, { gatewayId, instance }, [{ ...shown, lid: null, text: null }])
    return { ...shown, gatewayId, instance }
  }

  async function chatAt(userId: string, { gatewayId, instance, remoteJid }: ChatName) {
    const jid = normaliseJid(remoteJid)
    if (jid === null) {
      throw new AppError('invalid', 'no jid', {
        details: [{ path: 'remote_jid', message: 'A conversa não existe.' }],
      })
    }
    return { gatewayId: await gateways.resolve(userId, gatewayId), instance, remoteJid: jid }
  }

  async function findSettings(userId: string): Promise<ChatSettings> {
    return (await settings.find(userId, SETTINGS_ID)) ?? { sendMode: null }
  }

  async function changeSettings(userId: string, { sendMode }: ChatSettings): Promise<ChatSettings> {
    const changed = { id: SETTINGS_ID, sendMode } as const
    await settings.save(userId, changed)
    return changed
  }
}

function isDamaged(error: unknown): boolean {
  return error instanceof AppError && error.code === 'messages_damaged'
}
