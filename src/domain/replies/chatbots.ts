import { AppError } from '../../contract/errors.ts'
import {
  type Chatbot,
  type ChatbotBody,
  type ChatbotPatchBody,
  hasAnswer,
} from '../../contract/gateways/assistant.ts'
import { toIso } from '../clock.ts'
import type { Gateways } from '../gateways/gateways.ts'
import { addNew, type OwnedStore } from '../store.ts'

export type Chatbots = ReturnType<typeof createChatbots>

/** Chatbots of users, each for one instance. */
export function createChatbots({
  store,
  resolveGateway,
  onGone,
  newId,
  now,
}: {
  readonly store: OwnedStore<Chatbot>
  readonly resolveGateway: Gateways['resolve']
  /** Called with a chatbot as it was where it is no more, removed or moved. */
  readonly onGone: (userId: string, chatbot: Chatbot) => Promise<void>
  readonly newId: () => string
  /** Epoch milliseconds. */
  readonly now: () => number
}) {
  return { list: store.list, create, update, toggle, remove, removeOf }

  async function create(userId: string, body: ChatbotBody): Promise<Chatbot> {
    const chatbot = {
      ...body,
      gatewayId: await resolveGateway(userId, body.gatewayId),
      id: newId(),
      createdAt: toIso(now()),
    }
    await addNew(store, userId, chatbot)
    return chatbot
  }

  /**
   * What is left out stays as it is.
   * @throws AppError `chatbot_not_found`, `invalid` where it would have no answer
   */
  async function update(userId: string, id: string, patch: ChatbotPatchBody): Promise<Chatbot> {
    const gatewayId = patch.evolution_id && (await resolveGateway(userId, patch.evolution_id))
    const seen: { before?: Chatbot } = {}
    const changed = await store.update(userId, id, (before) => {
      seen.before = before
      return {
        ...before,
        ...answerOf(before, patch),
        name: patch.name ?? before.name,
        gatewayId: gatewayId ?? before.gatewayId,
        instanceName: patch.instance_name ?? before.instanceName,
        keywords: patch.keywords ?? before.keywords,
        isActive: patch.is_active ?? before.isActive,
      }
    })
    if (!changed || !seen.before) throw new AppError('chatbot_not_found', id)
    if (changed.gatewayId !== seen.before.gatewayId) await onGone(userId, seen.before)
    return changed
  }

  /** Turns a chatbot on or off; without a value, inverts its state. */
  async function toggle(
    userId: string,
    id: string,
    { isActive }: { readonly isActive: boolean | undefined },
  ): Promise<Chatbot> {
    const changed = await store.update(userId, id, (chatbot) => ({
      ...chatbot,
      isActive: isActive ?? !chatbot.isActive,
    }))
    if (!changed) throw new AppError('chatbot_not_found', id)
    return changed
  }

  /** Removes the chatbots of a gateway that was removed. */
  async function removeOf(userId: string, gatewayId: string): Promise<void> {
    const isOf = (chatbot: Chatbot) => chatbot.gatewayId === gatewayId
    for (const { id } of (await store.list(userId)).filter(isOf)) {
      await store.remove(userId, id, isOf)
    }
  }

  async function remove(userId: string, id: string): Promise<void> {
    const chatbot = await store.remove(userId, id)
    if (!chatbot) throw new AppError('chatbot_not_found', id)
    await onGone(userId, chatbot)
  }
}

/** A reply and an assistant take each other's place: a chatbot never has both. */
function answerOf(
  before: Pick<Chatbot, 'reply' | 'agentId'>,
  { reply, agent_id }: ChatbotPatchBody,
): Pick<Chatbot, 'reply' | 'agentId'> {
  if (reply === undefined && agent_id === undefined) {
    return { reply: before.reply, agentId: before.agentId }
  }
  const isGiven = { reply: Boolean(reply), agent: Boolean(agent_id) }
  const answer = {
    reply: reply === undefined && !isGiven.agent ? before.reply : reply || null,
    agentId: agent_id === undefined && !isGiven.reply ? before.agentId : (agent_id ?? null),
  }
  if (answer.reply === null && answer.agentId === null) {
    const { path, error } = hasAnswer.otherwise
    throw new AppError('invalid', 'no answer', {
      details: [{ path: path.join('.'), message: error }],
    })
  }
  return answer
}
