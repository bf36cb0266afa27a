import { describe, expect, test } from 'vitest'
import {
  type AgentRecord,
  type AgentService,
  type AssistantLinkRecord,
  createAssistants,
  type ReplyCount,
} from '../../../src/domain/replies/assistants.ts'
import { createMemoryStore } from '../../support/storage/memory/memory-store.ts'

const body = { name: 'Atendente', instructions: 'Seja breve.', model: 'mistral-small-latest' }
const signal = new AbortController().signal

function aReplier() {
  const asked: string[] = []
  const service: AgentService = {
    models: async () => [],
    agents: async () => [],
    createAgent: async (agent) => ({ ...agent, serviceId: 'ag_1', createdAt: null }),
    updateAgent: async (serviceId, agent) => ({ ...agent, serviceId, createdAt: null }),
    reply: async (_agent, conversation) => {
      const text = conversation.at(-1)?.content ?? ''
      asked.push(text)
      return `eco: ${text}`
    },
  }
  return { service, asked }
}

function aDesk(service: AgentService | null) {
  let now = Date.UTC(2026, 0, 15, 23)
  const assistants = createAssistants({
    agents: createMemoryStore<AgentRecord>(),
    links: createMemoryStore<AssistantLinkRecord>(),
    replyCounts: createMemoryStore<ReplyCount>(),
    service,
    resolveGateway: async (_userId, id) => id ?? 'own',
    newId: () => 'a1',
    now: () => now,
  })
  const sleep = (ms: number) => {
    now += ms
  }
  return { ...assistants, sleep }
}

test('an agent whose id is in use already is not answered as created', async () => {
  const { service } = aReplier()
  const { createAgent, listAgents } = aDesk(service)
  await createAgent('ana', { body, signal })
  const second = createAgent('ana', { body: { ...body, name: 'Outro' }, signal })
  await expect(second).rejects.toThrow('record ag_1 is there already')
  expect(await listAgents('ana', signal)).toMatchObject([{ name: 'Atendente' }])
})

describe('a reply of an agent', () => {
  test('is refused where there is no service of models', async () => {
    const { createAgent, reply } = aDesk(null)
    const { id } = await createAgent('ana', { body, signal })
    await expect(
      reply('ana', { agentId: id, conversation: [{ role: 'user', content: 'Oi' }], signal }),
    ).rejects.toMatchObject({
      code: 'mistral_not_configured',
      status: 503,
    })
  })

  test("is given to the agent's user alone", async () => {
    const { service, asked } = aReplier()
    const { createAgent, reply } = aDesk(service)
    const { id } = await createAgent('ana', { body, signal })
    expect(
      await reply('ana', { agentId: id, conversation: [{ role: 'user', content: 'Oi' }], signal }),
    ).toBe('eco: Oi')
    await expect(
      reply('bia', { agentId: id, conversation: [{ role: 'user', content: 'Oi' }], signal }),
    ).rejects.toMatchObject({
      code: 'agent_not_found',
    })
    expect(asked).toEqual(['Oi'])
  })

  test('is refused beyond a thousand a day', async () => {
    const { service, asked } = aReplier()
    const { createAgent, reply, sleep } = aDesk(service)
    const { id } = await createAgent('ana', { body, signal })
    const ask = () =>
      reply('ana', { agentId: id, conversation: [{ role: 'user', content: 'Oi' }], signal })
    await Promise.all(Array.from({ length: 1_000 }, ask))
    await expect(ask()).rejects.toMatchObject({ code: 'agent_replies_exhausted', status: 429 })
    expect(asked).toHaveLength(1_000)
    sleep(2 * 60 * 60_000)
    expect(await ask()).toBe('eco: Oi')
  })
})

test('the assistant of an instance is found for whoever answers', async () => {
  const { link, findLink } = aDesk(null)
  const instanceKey = { gatewayId: 'own', instance: 'balcao' }
  expect(await findLink('ana', instanceKey)).toBeUndefined()
  await link('ana', {
    gatewayId: undefined,
    instanceName: 'balcao',
    agentId: 'ag_1',
    isActive: true,
  })
  expect(await findLink('ana', instanceKey)).toMatchObject({ agentId: 'ag_1', isActive: true })
  expect(await findLink('bia', instanceKey)).toBeUndefined()
})
