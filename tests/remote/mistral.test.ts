import { describe, expect, test } from 'vitest'
import { createMistral } from '../../src/remote/mistral.ts'
import { aStandIn, type Seen } from '../support/daemon/stand-in.ts'

type Answer = { status?: number; headers?: Record<string, string>; body?: unknown } | null

async function aService(answer: (call: Seen) => Answer, timeoutMs = 2_000) {
  const { url, seen } = await aStandIn(answer)
  const service = createMistral({
    baseUrl: url,
    apiKey: 'segredo',
    now: () => Date.UTC(2026, 0, 15),
    timeoutMs,
    replyTimeoutMs: timeoutMs,
  })
  return { ...service, seen }
}

const signal = new AbortController().signal
const anAgent = (id: string) => ({
  object: 'agent',
  id,
  name: `Agente ${id}`,
  model: 'mistral-small-latest',
  instructions: null,
  tools: [],
  created_at: '2026-01-10T10:00:00Z',
})
const ours = {
  serviceId: 'ag_1',
  name: 'A',
  model: 'mistral-small-latest',
  instructions: 'Seja breve.',
}

describe('models', () => {
  const chat = { completion_chat: true, vision: false }
  const cards = [
    { id: 'b', capabilities: chat, name: 'B', deprecation: null },
    { id: 'a', capabilities: chat, deprecation: '2027-01-01T00:00:00Z' },
    { id: 'embed', capabilities: { completion_chat: false } },
    { id: 'old', capabilities: chat, deprecation: '2025-01-01T00:00:00Z' },
    { id: 'b', capabilities: chat, name: 'B' },
  ]

  test.each([
    ['a list object', { object: 'list', data: cards }],
    ['a bare list', cards],
  ])('are those that can chat and are not gone, from %s', async (_, body) => {
    const { models, seen } = await aService(() => ({ body }))
    expect(await models(signal)).toEqual([
      { id: 'a', name: 'a' },
      { id: 'b', name: 'B' },
    ])
    expect(seen[0]).toMatchObject({
      path: '/v1/models',
      headers: { authorization: 'Bearer segredo' },
    })
  })
})

describe('agents', () => {
  test('are read page by page', async () => {
    const { agents, seen } = await aService(({ path }) => ({
      body: path.includes('page_token=n%2F2')
        ? { object: 'list', data: [anAgent('2')], next_page_token: null }
        : { object: 'list', data: [anAgent('1')], next_page_token: 'n/2' },
    }))
    expect(await agents(signal)).toEqual([
      expect.objectContaining({ serviceId: '1', createdAt: '2026-01-10T10:00:00.000Z' }),
      expect.objectContaining({ serviceId: '2', name: 'Agente 2', instructions: '' }),
    ])
    expect(seen).toHaveLength(2)
  })

  test.each([404, 405, 422])(
    'are read the old way where the new one answers %i',
    async (status) => {
      const { agents } = await aService(({ path }) =>
        path.startsWith('/v1/agents/pages')
          ? { status, body: { detail: 'not here' } }
          : { body: [anAgent('1')] },
      )
      expect((await agents(signal)).map(({ serviceId }) => serviceId)).toEqual(['1'])
    },
  )

  test('end although the service says there is always more', async () => {
    const { agents } = await aService(() => ({ body: { data: [], next_page_token: 'same' } }))
    expect(await agents(signal)).toEqual([])
  })

  test('are created with what the service takes and nothing else', async () => {
    const { createAgent, seen } = await aService(() => ({ body: anAgent('ag_9') }))
    expect(await createAgent(ours, signal)).toMatchObject({ serviceId: 'ag_9' })
    expect(JSON.parse(seen[0]?.text ?? '')).toEqual({
      name: 'A',
      model: 'mistral-small-latest',
      instructions: 'Seja breve.',
    })
  })
})

const said = (content: string) => [{ role: 'user', content }] as const

describe('a reply', () => {
  const conversation = (content: unknown) => ({
    object: 'conversation.response',
    outputs: [
      { type: 'tool.execution', name: 'x' },
      { type: 'message.output', role: 'assistant', content },
    ],
  })
  const completion = (content: unknown) => ({ choices: [{ message: { content } }] })

  test.each([
    ['text', ' Das 9h às 18h. '],
    [
      'pieces',
      [{ type: 'text', text: 'Das 9h ' }, { type: 'tool' }, { type: 'text', text: 'às 18h.' }],
    ],
  ])('comes from a conversation that is not stored, as %s', async (_, content) => {
    const { reply, seen } = await aService(() => ({ body: conversation(content) }))
    expect(await reply(ours, said('Horário?'), signal)).toBe('Das 9h às 18h.')
    expect(JSON.parse(seen[0]?.text ?? '')).toEqual({
      agent_id: 'ag_1',
      inputs: 'Horário?',
      store: false,
      stream: false,
    })
  })

  test('comes from the old route where the new one is missing', async () => {
    const { reply, seen } = await aService(({ path }) =>
      path === '/v1/conversations' ? { status: 404 } : { body: completion('Oi') },
    )
    expect(await reply(ours, said('Olá'), signal)).toBe('Oi')
    expect(seen.map(({ path }) => path)).toEqual(['/v1/conversations', '/v1/agents/completions'])
  })

  test('of an agent that only the daemon has is made from its instructions', async () => {
    const { reply, seen } = await aService(() => ({ body: completion('Oi') }))
    expect(await reply({ ...ours, serviceId: null }, said('Olá'), signal)).toBe('Oi')
    expect(seen[0]?.path).toBe('/v1/chat/completions')
    expect(JSON.parse(seen[0]?.text ?? '')).toEqual({
      model: 'mistral-small-latest',
      messages: [
        { role: 'system', content: 'Seja breve.' },
        { role: 'user', content: 'Olá' },
      ],
    })
  })

  test.each([
    ['empty', conversation('  ')],
    ['missing', { outputs: [] }],
    ['of no known kind', conversation(7)],
  ])('that is %s is none', async (_, body) => {
    const { reply } = await aService(() => ({ body }))
    await expect(reply(ours, said('Olá'), signal)).rejects.toMatchObject({
      code: 'mistral_unavailable',
    })
  })
})

describe('the failure of the service', () => {
  test.each([
    [401, { detail: 'Unauthorized' }, 'mistral_key_refused', []],
    [401, { message: 'Unauthorized', request_id: 'x' }, 'mistral_key_refused', []],
    [
      422,
      { detail: [{ loc: ['body', 'model'], msg: 'Field required', type: 'missing' }] },
      'mistral_refused',
      [{ path: 'mistral', message: 'body.model: Field required' }],
    ],
    [
      400,
      { message: 'Invalid model' },
      'mistral_refused',
      [{ path: 'mistral', message: 'Invalid model' }],
    ],
    [500, {}, 'mistral_unavailable', []],
    [200, '<html>', 'mistral_unavailable', []],
    [200, { id: 7 }, 'mistral_unavailable', []],
  ])('%i %j is %s', async (status, body, code, details) => {
    const { createAgent } = await aService(() => ({ status, body }))
    await expect(createAgent(ours, signal)).rejects.toMatchObject({ code, details })
  })

  test('tells how long to wait', async () => {
    const { models } = await aService(() => ({ status: 429, headers: { 'retry-after': '33' } }))
    await expect(models(signal)).rejects.toMatchObject({
      code: 'mistral_busy',
      retryAfterSeconds: 33,
    })
  })

  test('to answer in time is told as such', async () => {
    const { models } = await aService(() => null, 50)
    await expect(models(signal)).rejects.toMatchObject({ code: 'mistral_unavailable' })
  })
})
