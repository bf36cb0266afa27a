import { AppError } from '../../contract/errors.ts'
import type { AssistantLink, Chatbot } from '../../contract/gateways/assistant.ts'
import type {
  AgentTrialBody,
  BotTrial,
  ChatbotTrialBody,
} from '../../contract/gateways/bot-trial.ts'
import { phoneJid } from '../../contract/jid.ts'
import { REPLY_TRIAL_TIMEOUT_MS } from '../../contract/limits.ts'
import type { Clock } from '../clock.ts'
import { toIso } from '../clock.ts'
import type { Gateways } from '../gateways/gateways.ts'
import type { InstanceKey } from '../webhooks/webhook-message-store.ts'
import type { Assistants, ConversationTurn } from './assistants.ts'
import { chooseResponder, type Responder } from './responder.ts'

export type ReplyTrials = ReturnType<typeof createReplyTrials>

type Trial<Body> = { readonly body: Body; readonly signal: AbortSignal }

/** Stands for the person who writes: nobody has this number. */
const SOMEBODY = phoneJid('550000000000')
const NEW_ID = 'new'

const nothing: BotTrial = {
  ...{ answer: null, responder: null },
  ...{ chatbotId: null, agentId: null, reason: null },
}

/**
 * What chatbots and assistants would answer as their forms show them, by the rules that answer
 * people. Nothing is sent, nothing is kept.
 */
export function createReplyTrials({
  chatbots,
  findLink,
  assistants,
  resolveGateway,
  clock,
}: {
  /** Newest first. */
  readonly chatbots: (userId: string) => Promise<readonly Chatbot[]>
  readonly findLink: (userId: string, key: InstanceKey) => Promise<AssistantLink | undefined>
  readonly assistants: Pick<Assistants, 'reply' | 'attempt'>
  readonly resolveGateway: Gateways['resolve']
  readonly clock: Clock
}) {
  return { chatbot, agent }

  /**
   * Tries a chatbot among those of its instance, as though it were active. Others, and the
   * instance's assistant, are named where they answer, and not asked.
   * @throws AppError `gateway_not_found`, `agent_not_found`, `mistral_*`
   */
  async function chatbot(
    userId: string,
    { body, signal }: Trial<ChatbotTrialBody>,
  ): Promise<BotTrial> {
    const { text, conversation, id = NEW_ID, ...fields } = body
    const gatewayId = await resolveGateway(userId, body.gatewayId)
    const place = { gatewayId, instance: body.instanceName }
    const tried: Chatbot = {
      ...{ ...fields, id, gatewayId, name: '', isActive: true },
      createdAt: toIso(clock.now()),
    }
    const chosen = chooseResponder({
      message: { ...place, remoteJid: SOMEBODY, lid: null, isFromMe: false, text },
      chatbots: withTried(await chatbots(userId), tried),
      link: await findLink(userId, place),
      ownJids: [],
      messagesInLastHour: 1,
    })
    if (chosen.kind === 'silence') {
      const { chatbotId, agentId, reason } = chosen
      return { ...nothing, chatbotId, agentId, reason }
    }
    if (chosen.chatbotId !== id) return byAnother(chosen)
    if (chosen.kind === 'text') return { ...nothing, responder: 'this', answer: chosen.text }
    const { agentId } = chosen
    const answer = await inTime(signal, (limited) =>
      assistants.reply(userId, {
        agentId,
        conversation: said(conversation, text),
        signal: limited,
      }),
    )
    return { ...nothing, responder: 'this', agentId, answer }
  }

  /** @throws AppError `mistral_*`, `agent_replies_exhausted` */
  async function agent(
    userId: string,
    { body: { text, conversation, ...tried }, signal }: Trial<AgentTrialBody>,
  ): Promise<BotTrial> {
    const answer = await inTime(signal, (limited) =>
      assistants.attempt(userId, {
        agent: tried,
        conversation: said(conversation, text),
        signal: limited,
      }),
    )
    return { ...nothing, responder: 'this', answer }
  }

  /** @throws AppError `mistral_timeout` */
  async function inTime(
    signal: AbortSignal,
    ask: (signal: AbortSignal) => Promise<string>,
  ): Promise<string> {
    const limit = new AbortController()
    const cancel = clock.after(REPLY_TRIAL_TIMEOUT_MS, () => limit.abort())
    try {
      return await ask(AbortSignal.any([signal, limit.signal]))
    } catch (error) {
      if (!limit.signal.aborted) throw error
      throw new AppError('mistral_timeout', 'a trial took too long', { cause: error })
    } finally {
      cancel()
    }
  }
}

/** The user's chatbots, newest first, with one of them in the place that it has, or will have. */
function withTried(own: readonly Chatbot[], tried: Chatbot): readonly Chatbot[] {
  const place = own.findIndex(({ id }) => id === tried.id)
  return place < 0 ? [tried, ...own] : own.with(place, tried)
}

function byAnother(chosen: Responder): BotTrial {
  if (chosen.kind === 'text') {
    return { ...nothing, responder: 'other', chatbotId: chosen.chatbotId, answer: chosen.text }
  }
  const { chatbotId, agentId } = chosen
  return { ...nothing, responder: chatbotId === null ? 'assistant' : 'other', chatbotId, agentId }
}

/** The turns before, and the message to answer as the last one. */
function said(before: readonly ConversationTurn[], text: string): readonly ConversationTurn[] {
  return [...before, { role: 'user', content: text }]
}
