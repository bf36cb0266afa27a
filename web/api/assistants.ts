import { assistantApi } from '#contract/api/gateways/assistant-api.ts'
import { botApi } from '#contract/api/gateways/bot-api.ts'
import type {
  Agent,
  AgentBody,
  AssistantLink,
  Chatbot,
  ChatbotBody,
  ChatbotPatchBody,
} from '#contract/gateways/assistant.ts'
import { gatewayMessages } from '../gateway-messages.ts'
import { report } from '../report.ts'
import { isGone } from './calls/call-error.ts'
import { changeKept } from './calls/change-kept.ts'
import { call, keyOf } from './calls/client.ts'
import { useCall } from './calls/use-call.ts'

const agentsKey = keyOf(assistantApi.listAgents, {})
const linksKey = keyOf(assistantApi.listAssistantLinks, {})
const chatbotsKey = keyOf(assistantApi.listChatbots, {})

/** An instance of a gateway: two gateways may have one of the same name. */
export type InstanceKey = { readonly gatewayId: string; readonly instanceName: string }

export function useAgents() {
  return useCall(assistantApi.listAgents, {})
}

export function useModels() {
  return useCall(assistantApi.listModels, {}, { revalidateOnFocus: false })
}

export async function createAgent(body: AgentBody): Promise<Agent> {
  const agent = await call(assistantApi.createAgent, { body })
  await changeKept<readonly Agent[]>(agentsKey, (known) => [
    ...known.filter(({ id }) => id !== agent.id),
    agent,
  ])
  return agent
}

export async function updateAgent(id: string, body: AgentBody): Promise<void> {
  const agent = await call(botApi.updateAgent, { params: { id }, body })
  await changeKept<readonly Agent[]>(agentsKey, (known) =>
    known.map((each) => (each.id === id ? agent : each)),
  )
}

export function useAssistantLinks() {
  return useCall(assistantApi.listAssistantLinks, {})
}

/** The screen shows the new assistant once the server has it, not before. */
export async function linkAssistant(
  { gatewayId, instanceName }: InstanceKey,
  { agentId, isActive }: Pick<AssistantLink, 'agentId' | 'isActive'>,
): Promise<void> {
  const body = {
    evolution_id: gatewayId,
    instance_name: instanceName,
    assistant_id: agentId,
    is_active: isActive,
  }
  const answer = call(assistantApi.linkAssistant, { body })
  await keepLink(await reported(answer, gatewayMessages.assistants.linkFailed))
}

/** Switches an assistant on or off; the screen shows it once the server has it. */
export async function activateAssistant(
  { gatewayId, instanceName }: InstanceKey,
  isActive: boolean,
): Promise<void> {
  const answer = call(assistantApi.activateAssistant, {
    params: { instance_name: instanceName },
    body: { evolution_id: gatewayId, is_active: isActive },
  })
  await keepLink(await reported(answer, gatewayMessages.assistants.statusFailed))
}

/** Removes an instance's assistant; succeeds also where it had none. */
export async function unlinkAssistant({ gatewayId, instanceName }: InstanceKey): Promise<void> {
  const answer = call(assistantApi.unlinkAssistant, {
    params: { instance_name: instanceName },
    query: { evolution_id: gatewayId },
  }).catch((error: unknown) => {
    if (!isGone(error)) throw error
  })
  await reported(answer, gatewayMessages.assistants.linkFailed)
  await changeLinks((known) => known.filter((each) => !isOf(each, { gatewayId, instanceName })))
}

async function reported<Answer>(answer: Promise<Answer>, sentence: string): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    report(sentence, error)
    throw error
  }
}

async function keepLink(link: AssistantLink): Promise<void> {
  await changeLinks((known) => [...known.filter((each) => !isOf(each, link)), link])
}

async function changeLinks(change: (known: readonly AssistantLink[]) => readonly AssistantLink[]) {
  await changeKept(linksKey, change)
}

/** Whether something belongs to an instance. */
export function isOf(each: InstanceKey, { gatewayId, instanceName }: InstanceKey): boolean {
  return each.gatewayId === gatewayId && each.instanceName === instanceName
}

/** The user's chatbots of all instances, newest first. */
export function useChatbots() {
  return useCall(assistantApi.listChatbots, {})
}

export async function createChatbot(
  { gatewayId, instanceName }: InstanceKey,
  { name, keywords, reply, agentId }: Pick<ChatbotBody, 'name' | 'keywords' | 'reply' | 'agentId'>,
): Promise<void> {
  const body = {
    evolution_id: gatewayId,
    instance_name: instanceName,
    name,
    keywords,
    reply,
    agent_id: agentId,
  }
  const chatbot = await call(assistantApi.createChatbot, { body })
  await changeChatbots((known) => [chatbot, ...known])
}

export async function updateChatbot(id: string, body: ChatbotPatchBody): Promise<void> {
  const chatbot = await call(botApi.updateChatbot, { params: { id }, body })
  await changeChatbots((known) => known.map((each) => (each.id === id ? chatbot : each)))
}

export async function toggleChatbot(id: string, isActive: boolean): Promise<void> {
  const body = { is_active: isActive }
  const chatbot = await call(assistantApi.toggleChatbot, { params: { id }, body })
  await changeChatbots((known) => known.map((each) => (each.id === id ? chatbot : each)))
}

export async function deleteChatbot(id: string): Promise<void> {
  await call(assistantApi.deleteChatbot, { params: { id } })
  await changeChatbots((known) => known.filter((each) => each.id !== id))
}

async function changeChatbots(change: (known: readonly Chatbot[]) => readonly Chatbot[]) {
  await changeKept(chatbotsKey, change)
}
