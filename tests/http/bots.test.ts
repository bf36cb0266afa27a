import { describe, expect, test } from 'vitest'
import { aStandIn, type Seen } from '../support/daemon/stand-in.ts'
import { anApp, asJson, errorOf } from '../support/http/app.ts'

const bot = { name: 'Horário', instance_name: 'balcao', keywords: ['horário'], reply: 'Das 9h.' }
const agent = { name: 'Atendente', instructions: 'Seja breve.', model: 'mistral-small-latest' }
const trial = { instance_name: 'balcao', keywords: ['preço'], reply: 'R$ 10.', text: 'O PRECO?' }
const nothing = {
  ...{ answer: null, responder: null, chatbot_id: null, agent_id: null },
  ...{ reason: null, reason_text: null },
}

type Answer = Parameters<typeof aStandIn>[0]

/** An account, with a service of models that gives `answer`, or with none. */
async function anAccount(answer?: Answer) {
  const service = answer && (await aStandIn(answer))
  const mistral = {
    apiKey: service ? 'segredo' : null,
    baseUrl: service?.url ?? 'http://x.example',
  }
  const app = await anApp({ mistral })
  const { call } = await app.register()
  const made = async (path: string, body: object): Promise<{ id: string }> =>
    (await call(path, asJson(body))).json()
  return { ...app, call, made, seen: service?.seen ?? [] }
}

function completion(content: string): Answer {
  return ({ path, text }: Seen) => {
    if (path.startsWith('/v1/agents')) return { body: { ...JSON.parse(text), id: 'ag_1' } }
    return path === '/v1/conversations'
      ? { body: { outputs: [{ type: 'message.output', content }] } }
      : { body: { choices: [{ message: { content } }] } }
  }
}

describe('a chatbot is changed', () => {
  test.each(['PUT', 'PATCH'])('by %s: what is left out stays', async (method) => {
    const { call, made } = await anAccount()
    const before = await made('/chatbots', bot)
    const changed = await call(
      `/chatbots/${before.id}`,
      asJson({ name: 'Abertura', keywords: [' Abre '] }, method),
    )
    expect(changed.status).toBe(200)
    const after = { ...before, name: 'Abertura', keywords: ['Abre'] }
    expect(await changed.json()).toEqual(after)
    const all = { instance_name: 'filial', is_active: false }
    const moved = await call(`/chatbots/${before.id}`, asJson(all, method))
    expect(await moved.json()).toEqual({ ...after, ...all })
    expect(await (await call('/chatbots')).json()).toEqual([{ ...after, ...all }])
  })

  test('and a reply and an assistant take each other’s place', async () => {
    const { call, made } = await anAccount()
    const { id } = await made('/chatbots', bot)
    const patch = async (body: object) =>
      (await call(`/chatbots/${id}`, asJson(body, 'PATCH'))).json()
    expect(await patch({ agent_id: 'ag_1' })).toMatchObject({ reply: null, agent_id: 'ag_1' })
    expect(await patch({ reply: 'Oi' })).toMatchObject({ reply: 'Oi', agent_id: null })
    const refused = await call(`/chatbots/${id}`, asJson({ reply: '' }, 'PATCH'))
    expect(await errorOf(refused)).toMatchObject({ status: 400, details: [{ path: 'reply' }] })
    expect(await (await call('/chatbots')).json()).toMatchObject([{ reply: 'Oi' }])
  })

  test.each([
    [{ keywords: [] }, 'keywords'],
    [{ name: ' ' }, 'name'],
    [{ instance_name: '' }, 'instance_name'],
    [{ is_active: 'sim' }, 'is_active'],
  ])('but not to %j', async (fields, path) => {
    const { call, made } = await anAccount()
    const { id } = await made('/chatbots', bot)
    const refused = await call(`/chatbots/${id}`, asJson(fields, 'PATCH'))
    expect(await errorOf(refused)).toMatchObject({ status: 400, details: [{ path }] })
  })
})

describe('an assistant is changed', () => {
  test('where only the daemon has it', async () => {
    const { call, made } = await anAccount()
    const before = await made('/mistral/agents', agent)
    const path = `/api/mistral/agents/${before.id}`
    const changed = await call(path, asJson({ instructions: 'Rime.' }, 'PATCH'))
    expect(await changed.json()).toEqual({ ...before, instructions: 'Rime.' })
    expect(await (await call('/mistral/agents')).json()).toEqual([
      { ...before, instructions: 'Rime.' },
    ])
    const refused = await call(path, asJson({ model: '../x' }, 'PUT'))
    expect(await errorOf(refused)).toMatchObject({ status: 400, details: [{ path: 'model' }] })
  })

  test('at the service first, which may refuse', async () => {
    let status = 200
    const { call, made, seen } = await anAccount(({ method, text }) =>
      method === 'GET'
        ? { status: 500 }
        : { status, body: { ...JSON.parse(text), id: 'ag_1', detail: 'Unknown model' } },
    )
    await made('/mistral/agents', agent)
    const patch = (body: object) => call('/mistral/agents/ag_1', asJson(body, 'PATCH'))
    expect(await (await patch({ name: 'Bia' })).json()).toMatchObject({ ...agent, name: 'Bia' })
    expect(seen.at(-1)).toMatchObject({ method: 'PATCH', path: '/v1/agents/ag_1' })
    expect(JSON.parse(seen.at(-1)?.text ?? '')).toEqual({ ...agent, name: 'Bia' })
    status = 422
    expect(await errorOf(await patch({ model: 'x' }))).toMatchObject({ code: 'mistral_refused' })
    status = 404
    expect(await errorOf(await patch({ name: 'C' }))).toMatchObject({ code: 'agent_not_found' })
    status = 200
    expect(await (await patch({})).json()).toMatchObject({ ...agent, name: 'Bia' })
  })
})

describe('a chatbot is tried', () => {
  test('as its form has it, by the rules that answer people', async () => {
    const { call, made } = await anAccount()
    const attempt = async (body: object) => {
      const response = await call('/chatbots/try', asJson({ ...trial, ...body }))
      expect(response.status).toBe(200)
      return response.json()
    }
    expect(await attempt({})).toEqual({ ...nothing, responder: 'this', answer: 'R$ 10.' })
    expect(await attempt({ text: 'Olá' })).toEqual({
      ...nothing,
      reason: 'no_keyword',
      reason_text: expect.stringContaining('Nenhuma palavra-chave'),
    })
    expect(await attempt({ text: 'sair' })).toMatchObject({ answer: null, reason: 'opt_out' })

    const { id } = await made('/chatbots', { ...bot, keywords: ['preço'], reply: 'R$ 9.' })
    const other = { ...nothing, responder: 'other', chatbot_id: id, answer: 'R$ 9.' }
    expect(await attempt({})).toEqual(other)
    expect(await attempt({ id })).toMatchObject({ responder: 'this', answer: 'R$ 10.' })
    expect(await attempt({ instance_name: 'filial' })).toMatchObject({ responder: 'this' })

    const link = { instance_name: 'balcao', assistant_id: 'ag_1' }
    await call('/api/instance-assistants', asJson(link, 'PUT'))
    expect(await attempt({ text: 'Olá' })).toEqual({
      ...nothing,
      responder: 'assistant',
      agent_id: 'ag_1',
    })
    expect(await (await call('/chatbots')).json()).toMatchObject([{ reply: 'R$ 9.' }])
  })

  test('with its assistant, who is really asked', async () => {
    const { call, made, seen } = await anAccount(completion('Pois não?'))
    const { id } = await made('/mistral/agents', agent)
    const body = { ...trial, reply: null, agent_id: id }
    const answered = await call('/chatbots/try', asJson(body))
    expect(await answered.json()).toMatchObject({ responder: 'this', answer: 'Pois não?' })
    expect(JSON.parse(seen.at(-1)?.text ?? '')).toMatchObject({ inputs: trial.text })
    const conversation = [
      { role: 'user', content: 'Bom dia!' },
      { role: 'assistant', content: 'Bom dia. Em que ajudo?' },
    ]
    await call('/chatbots/try', asJson({ ...body, conversation }))
    expect(JSON.parse(seen.at(-1)?.text ?? '')).toMatchObject({
      inputs: [...conversation, { role: 'user', content: trial.text }],
    })
    const unknown = await call('/chatbots/try', asJson({ ...body, agent_id: 'x' }))
    expect(await errorOf(unknown)).toMatchObject({ status: 404, code: 'agent_not_found' })
  })

  test.each([
    [{ text: ' ' }, 'text'],
    [{ keywords: [] }, 'keywords'],
    [{ reply: '' }, 'reply'],
    [{ text: 'x'.repeat(4_001) }, 'text'],
    [{ conversation: [{ role: 'alguém', content: 'Oi' }] }, 'conversation.0.role'],
    [{ conversation: Array(21).fill({ role: 'user', content: 'Oi' }) }, 'conversation'],
  ])('but not with %j', async (fields, path) => {
    const { call } = await anAccount()
    const refused = await call('/chatbots/try', asJson({ ...trial, ...fields }))
    expect(await errorOf(refused)).toMatchObject({ status: 400, details: [{ path }] })
  })
})

describe('an assistant is tried', () => {
  const { name: _, ...draft } = agent
  const asked = asJson({ ...draft, text: 'Abre quando?' })

  test('with what its form says now', async () => {
    const { call, seen } = await anAccount(completion('Às 9h.'))
    const answer = await (await call('/api/mistral/agents/try', asked)).json()
    expect(answer).toEqual({ ...nothing, responder: 'this', answer: 'Às 9h.' })
    expect(seen).toMatchObject([{ path: '/v1/chat/completions' }])
    expect(JSON.parse(seen[0]?.text ?? '')).toEqual({
      model: agent.model,
      messages: [
        { role: 'system', content: 'Seja breve.' },
        { role: 'user', content: 'Abre quando?' },
      ],
    })
    expect(await (await call('/mistral/agents')).json()).toEqual([])
  })

  test.each([
    [401, 'mistral_key_refused'],
    [422, 'mistral_refused'],
    [500, 'mistral_unavailable'],
    [429, 'mistral_busy'],
  ])('and a service that answers %i is reported as %s', async (status, code) => {
    const { call } = await anAccount(() => ({ status, body: { message: 'x' } }))
    expect(await errorOf(await call('/mistral/agents/try', asked))).toMatchObject({ code })
  })

  test('without a key there is nobody to ask', async () => {
    const { call } = await anAccount()
    const refused = await call('/mistral/agents/try', asked)
    expect(await errorOf(refused)).toMatchObject({ status: 503, code: 'mistral_not_configured' })
  })

  test('and waits half a minute at most', async () => {
    const { call, clock, seen } = await anAccount(() => null)
    const refused = call('/mistral/agents/try', asked)
    await expect.poll(() => seen.length).toBe(1)
    clock.advance(30_000)
    expect(await errorOf(await refused)).toMatchObject({ status: 504, code: 'mistral_timeout' })
  })

  test('ten times a minute', async () => {
    const { call, clock } = await anAccount(completion('Oi.'))
    for (let count = 1; count <= 10; count += 1) {
      expect((await call('/mistral/agents/try', asked)).status).toBe(200)
    }
    const refused = await call('/mistral/agents/try', asked)
    expect(await errorOf(refused)).toMatchObject({ status: 429, code: 'too_many' })
    // A chatbot's trial asks no model, and has no such limit.
    expect((await call('/chatbots/try', asJson(trial))).status).toBe(200)
    clock.advance(60_000)
    expect((await call('/mistral/agents/try', asked)).status).toBe(200)
  })
})

describe('the log of what bots received lately', () => {
  test('is empty at first, and of the user’s own bots only', async () => {
    const { call, made, register } = await anAccount()
    const { id } = await made('/chatbots', bot)
    expect(await (await call(`/api/bot-replies?chatbot_id=${id}`)).json()).toEqual([])
    const stranger = await register('Outra')
    const foreign = await stranger.call(`/api/bot-replies?chatbot_id=${id}`)
    expect(await errorOf(foreign)).toMatchObject({ status: 404, code: 'chatbot_not_found' })
    const unknown = await call('/api/bot-replies?evolution_id=nenhum')
    expect(await errorOf(unknown)).toMatchObject({ status: 404, code: 'gateway_not_found' })
    const many = await call('/api/bot-replies?limit=101')
    expect(await errorOf(many)).toMatchObject({ status: 400, details: [{ path: 'limit' }] })
  })
})
