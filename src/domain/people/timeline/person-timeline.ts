import { AppError } from '../../../contract/errors.ts'
import type { Chatbot } from '../../../contract/gateways/assistant.ts'
import type { BotReply } from '../../../contract/gateways/bot-reply.ts'
import type { WebhookMessage } from '../../../contract/messages/chat.ts'
import { type TimelineEvent, TimelineKind } from '../../../contract/people/timeline.ts'
import type { CampaignRecord } from '../../campaigns/campaign-record.ts'
import type { Chats } from '../../chats/chats.ts'
import type { OptOuts } from '../../optouts/opt-outs.ts'
import type { ReplyLog } from '../../replies/reply-log.ts'
import { DIRECT_SEND_NUMBER } from '../../sending/direct/direct-sends.ts'
import type { MessageIds } from '../../sending/send-ledger.ts'
import type { OwnedStore } from '../../store.ts'
import type { WebhookMessages } from '../../webhooks/webhook-messages.ts'
import type { People } from '../people.ts'
import type { PersonCards } from '../person-cards.ts'
import { type AllNames, jidsOf } from '../person-names.ts'
import { botEvents } from './bot-events.ts'
import { campaignEvents } from './campaign-events.ts'
import { optOutEvents } from './opt-out-events.ts'
import { talkEvents } from './talk-events.ts'
import {
  byPlace,
  isBehind,
  pageOf,
  placeOf,
  type TimelinePlace,
  type TimelineSource,
} from './timeline-order.ts'

export type PersonTimelines = ReturnType<typeof createPersonTimelines>

type Query = {
  readonly kinds: readonly TimelineKind[]
  readonly timeZone: string
  readonly limit: number
  /** Where an earlier page ended; null: the newest. */
  readonly before: TimelinePlace | null
}

type CardReading = { readonly findCard: () => ReturnType<PersonCards['find']> }

/** Chats of one person: one with each of the user's numbers. */
const CHATS_ASKED = 20

const everyReply = {
  ...{ gatewayId: undefined, instance: undefined, chatbotId: undefined, agentId: undefined },
  limit: Number.POSITIVE_INFINITY,
}

/** Puts what happened with one person into one order, the newest first. */
export function createPersonTimelines({
  people,
  cards,
  optOuts,
  chats,
  messages,
  messageIds,
  replyLog,
  listChatbots,
  agents,
  campaigns,
  onFault,
}: {
  readonly people: Pick<People, 'namesOf' | 'places' | 'readSend'>
  readonly cards: Pick<PersonCards, 'find'>
  readonly optOuts: Pick<OptOuts, 'find'>
  readonly chats: Pick<Chats, 'find'>
  readonly messages: Pick<WebhookMessages, 'list'>
  readonly messageIds: Pick<MessageIds, 'locate'>
  readonly replyLog: Pick<ReplyLog, 'list'>
  readonly listChatbots: (userId: string) => Promise<readonly Chatbot[]>
  readonly agents: Pick<OwnedStore<{ readonly id: string; readonly name: string }>, 'list'>
  readonly campaigns: Pick<OwnedStore<CampaignRecord>, 'find'>
  readonly onFault: (error: unknown, subject: string) => void
}) {
  return { page }

  /**
   * Reads a page, at a cost that does not grow with what was written and sent before it. A kind
   * that cannot be read hides none of the others: it is among `unread`.
   * @throws AppError `invalid`
   */
  async function page(userId: string, written: string, query: Query) {
    const names = await people.namesOf(userId, written)
    const unread = new Set<TimelineKind>()
    const noteUnread = (kind: TimelineKind, error: AppError) => {
      unread.add(kind)
      onFault(error, `${kind} of a person`)
    }
    // Two kinds need the card, which is read once.
    let reading: ReturnType<PersonCards['find']> | undefined
    const findCard = () => {
      reading ??= cards.find(userId, names)
      return reading
    }
    const readers: Readonly<Record<TimelineKind, () => Promise<readonly TimelineSource[]>>> = {
      campanha: async () => [ofCampaigns(userId, written, { ...query, noteUnread })],
      conversa: () => ofChats(userId, names, query),
      robo: async () => [ofBots(userId, names, query)],
      descadastro: async () => [ofOptOuts(userId, names, { ...query, findCard })],
      anotacao: async () => [ofNotes({ ...query, findCard })],
    }
    const sources: TimelineSource[] = []
    for (const kind of query.kinds) {
      const onUnread = (error: AppError) => noteUnread(kind, error)
      try {
        const read = await readers[kind]()
        sources.push(...read.map((source) => guarded(source, onUnread)))
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        onUnread(error)
      }
    }
    const { events, next } = await pageOf(sources, query.limit)
    return { events, unread: [...unread], next }
  }

  async function* ofCampaigns(
    userId: string,
    written: string,
    {
      before,
      noteUnread,
    }: Query & { readonly noteUnread: (kind: TimelineKind, error: AppError) => void },
  ): TimelineSource {
    yield* campaignEvents({
      places: await people.places(userId, written),
      readSend: (place) => people.readSend(userId, place),
      before,
      onUnread: (error) => noteUnread(TimelineKind.campaign, error),
    })
  }

  /** Each chat by itself: one that is damaged hides none of the others. */
  async function ofChats(
    userId: string,
    names: AllNames,
    { timeZone, before }: Query,
  ): Promise<readonly TimelineSource[]> {
    const found = (await chats.find(userId, jidsOf(names))).slice(0, CHATS_ASKED)
    return found.map((chat) => {
      const { gatewayId, instance, remoteJid } = chat
      return talkEvents({
        list: (part) => messages.list(userId, { gatewayId, instance, remoteJid, ...part }),
        ...{ chat, isOfCampaign, timeZone, before },
      })
    })
  }

  async function* ofBots(
    userId: string,
    names: AllNames,
    { timeZone, before }: Query,
  ): TimelineSource {
    const replies = await replyLog.list(userId, everyReply)
    if (replies.length === 0) return
    const chatbots = new Map((await listChatbots(userId)).map(({ id, name }) => [id, name]))
    const assistants = new Map((await agents.list(userId)).map(({ id, name }) => [id, name]))
    const nameOf = ({ chatbotId, agentId }: BotReply) =>
      (chatbotId === null ? assistants.get(agentId ?? '') : chatbots.get(chatbotId)) ?? null
    yield* botEvents({ replies, jids: jidsOf(names), nameOf, timeZone, before })
  }

  async function* ofOptOuts(
    userId: string,
    names: AllNames,
    { before, findCard }: Query & CardReading,
  ): TimelineSource {
    const [phone = null] = names.phones
    const [lid = null] = names.lids
    const { pastOptOuts: past } = await findCard()
    const campaignOf = async (id: string | null) =>
      id === null ? null : { id, name: (await campaigns.find(userId, id))?.name ?? null }
    const present = optOuts.find(userId, { phone, lid })
    yield* inOrder(await optOutEvents({ present, past, campaignOf }), before)
  }

  async function* ofNotes({ before, findCard }: Query & CardReading): TimelineSource {
    const { notes } = await findCard()
    const events = notes.map(({ removedAt: _, ...note }) => ({
      ...{ id: `anotacao ${note.id}`, at: note.createdAt, kind: TimelineKind.note, note },
    }))
    yield* inOrder(events, before)
  }

  function isOfCampaign({ id, isFromMe }: WebhookMessage): boolean {
    const place = isFromMe ? messageIds.locate(id) : undefined
    return place !== undefined && place.campaignNumber !== DIRECT_SEND_NUMBER
  }
}

/** Ends a source that cannot be read, and none of the others. */
async function* guarded(
  source: TimelineSource,
  onUnread: (error: AppError) => void,
): TimelineSource {
  try {
    yield* source
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    onUnread(error)
  }
}

function inOrder(events: readonly TimelineEvent[], before: TimelinePlace | null) {
  return events.filter((event) => isBehind(placeOf(event), before)).sort(byPlace)
}
