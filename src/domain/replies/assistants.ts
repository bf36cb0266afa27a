import { AppError } from '../../contract/errors.ts'
import {
  type Agent,
  type AgentBody,
  type AgentPatchBody,
  type AssistantLink,
  type AssistantLinkBody,
  type Model,
  publicModels,
} from '../../contract/gateways/assistant.ts'
import { AGENT_REPLIES_A_DAY } from '../../contract/limits.ts'
import { toIso } from '../clock.ts'
import type { Gateways } from '../gateways/gateways.ts'
import { createSerial } from '../serial.ts'
import { addNew, type OwnedStore } from '../store.ts'

export type Assistants = ReturnType<typeof createAssistants>

/** An agent as it is stored. */
export type AgentRecord = Agent & {
  /** The agent's id at the service; null where only the daemon knows the agent. */
  readonly serviceId: string | null
}

export type AssistantLinkRecord = AssistantLink & { readonly id: string }

/** Count of replies by a user's agents on one day. */
export type ReplyCount = {
  readonly id: 'today'
  /** Day in UTC. */
  readonly day: string
  readonly count: number
}

type ServiceAgent = AgentBody & { readonly serviceId: string; readonly createdAt: string | null }

/** One message of a conversation, by the contact or by the account. */
export type ConversationTurn = { readonly role: 'user' | 'assistant'; readonly content: string }

/** The model service behind the agents. Its failures are AppErrors `mistral_*`. */
export type AgentService = {
  models(signal: AbortSignal): Promise<readonly Model[]>
  /** Lists every agent of the daemon's account at the service. */
  agents(signal: AbortSignal): Promise<readonly ServiceAgent[]>
  createAgent(agent: AgentBody, signal: AbortSignal): Promise<ServiceAgent>
  /** @throws AppError `agent_not_found` where the service has it no more */
  updateAgent(serviceId: string, agent: AgentBody, signal: AbortSignal): Promise<ServiceAgent>
  reply(
    agent: AgentBody & { readonly serviceId: string | null },
    /** Ends with the message to answer. */
    conversation: readonly ConversationTurn[],
    signal: AbortSignal,
  ): Promise<string>
}

export type AssistantNeeds = {
  readonly agents: OwnedStore<AgentRecord>
  readonly links: OwnedStore<AssistantLinkRecord>
  readonly replyCounts: OwnedStore<ReplyCount>
  /** Null where no key for the service is configured. */
  readonly service: AgentService | null
  readonly resolveGateway: Gateways['resolve']
  readonly newId: () => string
  /** Epoch milliseconds. */
  readonly now: () => number
}

/** Agents of users, their models, and the instances they answer for. */
export function createAssistants(needs: AssistantNeeds) {
  const { agents, links, service, resolveGateway } = needs
  /** Keeps the changes of one agent in their order at the service. */
  const serially = createSerial()

  return {
    listAgents,
    createAgent,
    updateAgent,
    models,
    reply,
    attempt,
    listLinks,
    link,
    activate,
    unlink,
    findLink,
    removeLinksOf,
  }

  /** Lists the user's own agents; the service's data win over the stored ones. */
  async function listAgents(userId: string, signal: AbortSignal): Promise<readonly Agent[]> {
    const records = await agents.list(userId)
    const isAsked = service !== null && records.some(({ serviceId }) => serviceId !== null)
    const current = isAsked ? await service.agents(signal) : []
    const byId = new Map(current.map((agent) => [agent.serviceId, agent]))
    return records.map((record) => toAgent(record, byId.get(record.serviceId ?? '')))
  }

  async function createAgent(
    userId: string,
    { body, signal }: { readonly body: AgentBody; readonly signal: AbortSignal },
  ): Promise<Agent> {
    const made = service && (await service.createAgent(body, signal))
    const record = {
      ...body,
      id: made?.serviceId ?? needs.newId(),
      createdAt: made?.createdAt ?? toIso(needs.now()),
      serviceId: made?.serviceId ?? null,
    }
    await addNew(agents, userId, record)
    return toAgent(record, undefined)
  }

  /** @throws AppError `agent_not_found` */
  async function updateAgent(
    userId: string,
    id: string,
    { body, signal }: { readonly body: AgentPatchBody; readonly signal: AbortSignal },
  ): Promise<Agent> {
    const change = (before: AgentRecord) => ({
      ...before,
      name: body.name ?? before.name,
      instructions: body.instructions ?? before.instructions,
      model: body.model ?? before.model,
    })
    return serially(`${userId}/${id}`, async () => {
      const before = await agents.find(userId, id)
      if (service && before && before.serviceId !== null) {
        await service.updateAgent(before.serviceId, change(before), signal)
      }
      const changed = await agents.update(userId, id, change)
      if (!changed) throw new AppError('agent_not_found', id)
      return toAgent(changed, undefined)
    })
  }

  async function models(signal: AbortSignal): Promise<readonly Model[]> {
    return service ? service.models(signal) : publicModels
  }

  /**
   * Asks an agent of the user for the next message of a conversation.
   * @throws AppError `agent_not_found`, `mistral_not_configured`, `agent_replies_exhausted`
   */
  async function reply(
    userId: string,
    {
      agentId,
      conversation,
      signal,
    }: { agentId: string; conversation: readonly ConversationTurn[]; signal: AbortSignal },
  ): Promise<string> {
    const agent = await agents.find(userId, agentId)
    if (!agent) throw new AppError('agent_not_found', agentId)
    if (!service) throw new AppError('mistral_not_configured', agentId)
    await countReply(userId)
    return service.reply(agent, conversation, signal)
  }

  /**
   * Asks the service with an assistant that is not saved.
   * @throws AppError `mistral_not_configured`, `agent_replies_exhausted`
   */
  async function attempt(
    userId: string,
    {
      agent,
      conversation,
      signal,
    }: {
      agent: Pick<AgentBody, 'instructions' | 'model'>
      conversation: readonly ConversationTurn[]
      signal: AbortSignal
    },
  ): Promise<string> {
    if (!service) throw new AppError('mistral_not_configured', 'a trial')
    await countReply(userId)
    return service.reply({ ...agent, name: '', serviceId: null }, conversation, signal)
  }

  /**
   * Counts the reply before asking for it, so that the daily limit also holds while the service
   * fails.
   */
  async function countReply(userId: string): Promise<void> {
    const day = toIso(needs.now()).slice(0, 10)
    await needs.replyCounts.create(userId, { id: 'today', day, count: 0 })
    await needs.replyCounts.update(userId, 'today', (known) => {
      const count = known.day === day ? known.count : 0
      if (count >= AGENT_REPLIES_A_DAY) throw new AppError('agent_replies_exhausted', userId)
      return { id: 'today', day, count: count + 1 }
    })
  }

  async function listLinks(userId: string): Promise<readonly AssistantLink[]> {
    return (await links.list(userId)).map(toLink)
  }

  /** Links an agent to an instance, in place of an earlier one. */
  async function link(userId: string, body: AssistantLinkBody): Promise<AssistantLink> {
    const gatewayId = await resolveGateway(userId, body.gatewayId)
    const id = linkId(gatewayId, body.instanceName)
    const record = { ...body, gatewayId, id, updatedAt: toIso(needs.now()) }
    await links.save(userId, record)
    return toLink(record)
  }

  /** @throws AppError `link_not_found` */
  async function activate(
    userId: string,
    {
      gatewayId,
      instanceName,
      isActive,
    }: { gatewayId: string | undefined; instanceName: string; isActive: boolean },
  ): Promise<AssistantLink> {
    const id = linkId(await resolveGateway(userId, gatewayId), instanceName)
    const updatedAt = toIso(needs.now())
    const changed = await links.update(userId, id, (known) => ({ ...known, isActive, updatedAt }))
    if (!changed) throw new AppError('link_not_found', instanceName)
    return toLink(changed)
  }

  /** @throws AppError `link_not_found` */
  async function unlink(
    userId: string,
    { gatewayId, instanceName }: { gatewayId: string | undefined; instanceName: string },
  ): Promise<void> {
    const id = linkId(await resolveGateway(userId, gatewayId), instanceName)
    if (!(await links.remove(userId, id))) throw new AppError('link_not_found', instanceName)
  }

  async function findLink(
    userId: string,
    { gatewayId, instance }: { readonly gatewayId: string; readonly instance: string },
  ): Promise<AssistantLink | undefined> {
    return links.find(userId, linkId(gatewayId, instance))
  }

  /** Removes the links of a gateway that was removed. */
  async function removeLinksOf(userId: string, gatewayId: string): Promise<void> {
    const own = (await links.list(userId)).filter((each) => each.gatewayId === gatewayId)
    for (const { id } of own) await links.remove(userId, id)
  }
}

/** Ids of gateways have no slash, so that no two pairs share a link id. */
function linkId(gatewayId: string, instanceName: string): string {
  return `${gatewayId}/${instanceName}`
}

function toLink({ id: _, ...link }: AssistantLinkRecord): AssistantLink {
  return link
}

function toAgent(
  { serviceId: _, ...known }: AgentRecord,
  current: ServiceAgent | undefined,
): Agent {
  if (!current) return known
  const { name, instructions, model } = current
  return { ...known, name, instructions, model }
}
