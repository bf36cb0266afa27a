import { AppError } from '../../contract/errors.ts'
import type { AssistantLink, Chatbot } from '../../contract/gateways/assistant.ts'
import type { BotRepliesQuery, BotReply, SilenceReason } from '../../contract/gateways/bot-reply.ts'
import { BOT_REPLY_TEXT_LENGTH } from '../../contract/limits.ts'
import { toIso } from '../clock.ts'
import type { Publish } from '../events.ts'
import type { Gateways } from '../gateways/gateways.ts'
import type { NewMessage } from '../webhooks/webhook-message-store.ts'
import type { ReplyTarget } from './replies.ts'
import type { ReplyOutcome } from './reply-outcome.ts'

export type ReplyLog = ReturnType<typeof createReplyLog>

/** A chatbot; without its id, the assistant of the instance, and messages that nobody answered. */
export type BotKey = Pick<BotReply, 'gatewayId' | 'instanceName' | 'chatbotId'>

/** The newest `BOT_REPLIES_KEPT` entries of each bot. */
export type ReplyLogStore = {
  /**
   * Resolves once the entry is kept. Returns false, and keeps none, where one of the same chat with
   * the same reason is there that is newer than `toldAfter`.
   * @throws AppError `storage_unavailable`
   */
  add(userId: string, reply: BotReply, toldAfter: string | null): Promise<boolean>
  /** Newest first. */
  list(userId: string, key: BotKey): Promise<readonly BotReply[]>
  remove(userId: string, key: BotKey): Promise<void>
  removeGateway(userId: string, gatewayId: string): Promise<void>
}

/** Reasons that hold for every message of a chat, which may be many: logged once an hour. */
const lasting = new Set<SilenceReason>([
  'group',
  'own_number',
  'too_old',
  'too_many_messages',
  'queue_full',
])
const NOTED_AGAIN_MS = 60 * 60_000

/** Keeps the last messages to chatbots and assistants, with the answers or why there were none. */
export function createReplyLog({
  store,
  chatbots,
  links,
  resolveGateway,
  publish,
  newId,
  now,
  onFault,
}: {
  readonly store: ReplyLogStore
  readonly chatbots: (userId: string) => Promise<readonly Chatbot[]>
  readonly links: (userId: string) => Promise<readonly AssistantLink[]>
  readonly resolveGateway: Gateways['resolve']
  readonly publish: Publish
  readonly newId: () => string
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly onFault: (error: unknown, subject: string) => void
}) {
  return { note, list, removeBot, removeOf }

  /** Returns at once: nobody waits for the log. */
  function note(target: ReplyTarget, message: NewMessage, outcome: ReplyOutcome): void {
    keep(target, message, outcome).catch((error) => onFault(error, 'the log of replies'))
  }

  async function keep(
    { userId, gatewayId, instance, remoteJid }: ReplyTarget,
    { text, content, pushName }: NewMessage,
    outcome: ReplyOutcome,
  ): Promise<void> {
    const place = { gatewayId, instanceName: instance }
    // Most instances have nobody who could answer, and nobody who wonders why.
    const bots = await botsOf(userId)
    if (!bots.some((bot) => isAt(bot, place))) return
    const at = now()
    const reply = {
      ...{ ...place, ...outcome, remoteJid, pushName, id: newId(), at: toIso(at) },
      heard: (text ?? content).slice(0, BOT_REPLY_TEXT_LENGTH),
      answer: outcome.answer?.slice(0, BOT_REPLY_TEXT_LENGTH) ?? null,
    }
    const isLasting = reply.reason !== null && lasting.has(reply.reason)
    const isNew = await store.add(userId, reply, isLasting ? toIso(at - NOTED_AGAIN_MS) : null)
    if (isNew) publish(userId, { type: 'bot_reply', instance })
  }

  /**
   * Lists the newest first. Of a chatbot also what nobody answered at its instance: it may be what
   * its owner looks for.
   * @throws AppError `chatbot_not_found`, `agent_not_found`
   */
  async function list(userId: string, query: BotRepliesQuery): Promise<readonly BotReply[]> {
    const { chatbotId, agentId, instance, limit } = query
    const gatewayId =
      query.gatewayId === undefined ? undefined : await resolveGateway(userId, query.gatewayId)
    const bots = await botsOf(userId)
    const isKnown = chatbotId === undefined || bots.some((bot) => bot.chatbotId === chatbotId)
    if (!isKnown) throw new AppError('chatbot_not_found', chatbotId)
    const asked = bots.filter(
      (bot) =>
        (gatewayId === undefined || bot.gatewayId === gatewayId) &&
        (instance === undefined || bot.instanceName === instance) &&
        (chatbotId === undefined || bot.chatbotId === chatbotId) &&
        (agentId === undefined || bot.agentId === agentId),
    )
    const found: BotReply[] = []
    for (const key of logsOf(asked)) found.push(...(await store.list(userId, key)))
    return (
      found
        .filter((reply) => agentId === undefined || reply.agentId === agentId)
        // A chatbot may have been at another instance before.
        .filter((reply) => instance === undefined || reply.instanceName === instance)
        .filter(
          (reply) =>
            chatbotId === undefined || reply.chatbotId === chatbotId || reply.agentId === null,
        )
        .sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
        .slice(0, limit)
    )
  }

  async function botsOf(userId: string) {
    const own = (await chatbots(userId)).map(({ id, ...bot }) => ({ ...bot, chatbotId: id }))
    const linked = (await links(userId)).map((link) => ({ ...link, chatbotId: null }))
    return [...own, ...linked]
  }

  async function removeBot(userId: string, key: BotKey): Promise<void> {
    await store.remove(userId, key)
  }

  async function removeOf(userId: string, gatewayId: string): Promise<void> {
    await store.removeGateway(userId, gatewayId)
  }
}

function isAt(
  bot: Pick<BotKey, 'gatewayId' | 'instanceName'>,
  { gatewayId, instanceName }: Pick<BotKey, 'gatewayId' | 'instanceName'>,
): boolean {
  return bot.gatewayId === gatewayId && bot.instanceName === instanceName
}

/** The logs of bots, and those of their instances, each once. */
function logsOf(bots: readonly BotKey[]): readonly BotKey[] {
  const keys = bots.flatMap(({ gatewayId, instanceName, chatbotId }) => [
    { gatewayId, instanceName, chatbotId },
    { gatewayId, instanceName, chatbotId: null },
  ])
  const unique = new Map(
    keys.map((key) => [JSON.stringify([key.gatewayId, key.chatbotId ?? [key.instanceName]]), key]),
  )
  return [...unique.values()]
}
