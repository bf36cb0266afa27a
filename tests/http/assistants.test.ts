import { describe, expect, test } from 'vitest'
import { aStandIn } from '../support/daemon/stand-in.ts'
import { anApp, asJson, errorOf } from '../support/http/app.ts'

const anAgent = {
  name: 'Atendente',
  instructions: 'Responda em português.',
  model: 'mistral-small-latest',
}

describe.each(['/api/mistral', '/mistral'])('without a key, %s', (base) => {
  test('keeps agents here, each for its user', async () => {
    const { register } = await anApp()
    const { call } = await register()
    const made = await call(`${base}/agents`, asJson(anAgent))
    expect(made.status).toBe(201)
    const agent = await made.json()
    expect(agent).toEqual({
      ...anAgent,
      id: expect.any(String),
      created_at: '2026-01-15T12:00:00.000Z',
    })
    expect(await (await call(`${base}/agents`)).json()).toEqual([agent])
    const stranger = await register('Outra')
    expect(await (await stranger.call(`${base}/agents`)).json()).toEqual([])
  })

  test('names the models the service is known to have', async () => {
    const { register } = await anApp()
    const { call } = await register()
    const models = await (await call(`${base}/models`)).json()
    expect(models).toContainEqual({ id: 'mistral-small-latest', name: 'Mistral Small' })
  })

  test.each([
    [{ name: ' ' }, 'name'],
    [{ instructions: '' }, 'instructions'],
    [{ instructions: 'x'.repeat(20_001) }, 'instructions'],
    [{ model: '../../agents' }, 'model'],
    [{ model: 7 }, 'model'],
  ])('refuses an agent with %j', async (fields, path) => {
    const { register } = await anApp()
    const { call } = await register()
    const response = await call(`${base}/agents`, asJson({ ...anAgent, ...fields }))
    expect(await errorOf(response)).toMatchObject({ status: 400, details: [{ path }] })
  })
})

describe('with a key, agents', () => {
  test('are made at the service, and each user sees only their own', async () => {
    const kept: object[] = [
      { id: 'ag_foreign', name: 'De outra pessoa', model: 'm', instructions: 'x' },
    ]
    const { url } = await aStandIn(({ method, text }) => {
      if (method === 'GET') return { body: { data: kept, next_page_token: null } }
      const agent = {
        ...JSON.parse(text),
        id: `ag_${kept.length}`,
        created_at: '2026-01-01T00:00:00Z',
      }
      kept.push(agent)
      return { body: agent }
    })
    const { register } = await anApp({ mistral: { apiKey: 'segredo', baseUrl: url } })
    const ana = await register('Ana')
    const bia = await register('Bia')
    await ana.call('/mistral/agents', asJson(anAgent))
    await bia.call('/mistral/agents', asJson({ ...anAgent, name: 'Da Bia' }))
    kept[1] = { ...kept[1], name: 'Rebatizado' }
    expect(await (await ana.call('/api/mistral/agents')).json()).toEqual([
      { ...anAgent, name: 'Rebatizado', id: 'ag_1', created_at: '2026-01-01T00:00:00.000Z' },
    ])
    expect(await (await bia.call('/api/mistral/agents')).json()).toMatchObject([{ name: 'Da Bia' }])
  })

  test('that the service refuses are answered with its reason', async () => {
    const { url } = await aStandIn(() => ({
      status: 422,
      body: { detail: [{ loc: ['body', 'model'], msg: 'Unknown model' }] },
    }))
    const { register } = await anApp({ mistral: { apiKey: 'segredo', baseUrl: url } })
    const { call } = await register()
    expect(await errorOf(await call('/mistral/agents', asJson(anAgent)))).toMatchObject({
      status: 422,
      code: 'mistral_refused',
      details: [{ path: 'mistral', message: 'body.model: Unknown model' }],
    })
    expect(await (await call('/mistral/agents')).json()).toEqual([])
  })

  test('wait as long as the service asks for', async () => {
    const { url } = await aStandIn(() => ({ status: 429, headers: { 'retry-after': '9' } }))
    const { register } = await anApp({ mistral: { apiKey: 'segredo', baseUrl: url } })
    const { call } = await register()
    const response = await call('/mistral/models')
    expect(response.headers.get('retry-after')).toBe('9')
    expect(await errorOf(response)).toMatchObject({ status: 429, code: 'mistral_busy' })
  })
})

describe('the assistant of an instance', () => {
  const link = { instance_name: 'Loja 1/2', assistant_id: 'ag_1', is_active: true }
  const shown = { ...link, evolution_id: 'own', updated_at: '2026-01-15T12:00:00.000Z' }
  const path = `/api/instance-assistants/${encodeURIComponent(link.instance_name)}`

  /** Links for instances of one name, at the own gateway and at another, whose id it returns. */
  async function twoLinks() {
    const { register } = await anApp()
    const { call } = await register()
    const made = await call('/api/evolution', asJson({ url: 'http://a.example', apikey: 'k' }))
    const { id }: { id: string } = await made.json()
    await call('/api/instance-assistants', asJson(link, 'PUT'))
    await call('/api/instance-assistants', asJson({ ...link, evolution_id: id }, 'PUT'))
    return { call, id }
  }

  test('is linked, changed, switched off and listed', async () => {
    const { register } = await anApp()
    const { call } = await register()
    const put = (body: object) => call('/api/instance-assistants', asJson(body, 'PUT'))
    expect(await (await put(link)).json()).toEqual(shown)
    expect(await (await put({ ...link, assistant_id: 'ag_2' })).json()).toMatchObject({
      assistant_id: 'ag_2',
    })
    const off = await call(path, asJson({ is_active: false }, 'PATCH'))
    expect(await off.json()).toMatchObject({ is_active: false, assistant_id: 'ag_2' })
    expect(await (await call('/api/instance-assistants')).json()).toEqual([
      { ...shown, assistant_id: 'ag_2', is_active: false },
    ])
  })

  test('is another one where the gateway is another', async () => {
    const { call, id } = await twoLinks()
    await call(path, asJson({ is_active: false, evolution_id: id }, 'PATCH'))
    await call(`${path}?evolution_id=${id}`, asJson({ is_active: false }, 'PATCH'))
    const rows: { evolution_id: string; is_active: boolean }[] = await (
      await call('/api/instance-assistants')
    ).json()
    expect(rows.map(({ evolution_id, is_active }) => [evolution_id, is_active])).toEqual([
      [id, false],
      ['own', true],
    ])
  })

  test('is taken away, at its own gateway alone, and only once', async () => {
    const { call, id } = await twoLinks()
    const remove = (address: string) => call(address, { method: 'DELETE' })
    expect((await remove(path)).status).toBe(204)
    expect(await (await call('/api/instance-assistants')).json()).toMatchObject([
      { instance_name: link.instance_name, evolution_id: id },
    ])
    const again = { status: 404, code: 'link_not_found' }
    expect(await errorOf(await remove(path))).toMatchObject(again)
    expect((await remove(`${path}?evolution_id=${id}`)).status).toBe(204)
    expect(await (await call('/api/instance-assistants')).json()).toEqual([])
    const unknown = { status: 404, code: 'gateway_not_found' }
    expect(await errorOf(await remove(`${path}?evolution_id=nenhum`))).toMatchObject(unknown)
  })

  test("is not another user's, nor of another user's gateway", async () => {
    const { register } = await anApp()
    const owner = await register()
    const made = await owner.call(
      '/api/evolution',
      asJson({ url: 'http://a.example', apikey: 'k' }),
    )
    const { id }: { id: string } = await made.json()
    await owner.call('/api/instance-assistants', asJson(link, 'PUT'))
    const { call } = await register('Outra')
    expect(await (await call('/api/instance-assistants')).json()).toEqual([])
    const unknown = await call(path, asJson({ is_active: false }, 'PATCH'))
    expect(await errorOf(unknown)).toMatchObject({ status: 404, code: 'link_not_found' })
    const kept = await call(path, { method: 'DELETE' })
    expect(await errorOf(kept)).toMatchObject({ status: 404, code: 'link_not_found' })
    expect(await (await owner.call('/api/instance-assistants')).json()).toHaveLength(1)
    const foreign = await call(
      '/api/instance-assistants',
      asJson({ ...link, evolution_id: id }, 'PUT'),
    )
    expect(await errorOf(foreign)).toMatchObject({ status: 404, code: 'gateway_not_found' })
  })
})

describe('chatbots', () => {
  const bot = {
    name: 'Horário',
    instance_name: 'balcao',
    keywords: [' Horário '],
    reply: 'Das 9h.',
  }

  test('are created, listed, switched and deleted', async () => {
    const { register } = await anApp()
    const { call } = await register()
    const made = await call('/chatbots', asJson(bot))
    expect(made.status).toBe(201)
    const chatbot = await made.json()
    expect(chatbot).toEqual({
      ...bot,
      id: expect.any(String),
      keywords: ['Horário'],
      evolution_id: 'own',
      agent_id: null,
      is_active: true,
      created_at: '2026-01-15T12:00:00.000Z',
    })
    expect(await (await call('/chatbots')).json()).toEqual([chatbot])
    const path = `/chatbots/${chatbot.id}`
    for (const [method, isActive] of [
      ['POST', false],
      ['PUT', true],
      ['PATCH', false],
    ] as const) {
      const toggled = await call(`${path}/toggle`, { method })
      expect(await toggled.json()).toEqual({ ...chatbot, is_active: isActive })
    }
    const told = await call(`${path}/toggle`, asJson({ is_active: false }))
    expect(await told.json()).toMatchObject({ is_active: false })
    expect((await call(path, { method: 'DELETE' })).status).toBe(204)
    expect(await errorOf(await call(path, { method: 'DELETE' }))).toMatchObject({
      status: 404,
      code: 'chatbot_not_found',
    })
  })

  test.each([
    [{ keywords: [] }, 'keywords'],
    [{ keywords: ['  '] }, 'keywords.0'],
    [{ keywords: 'horário' }, 'keywords'],
    [{ reply: '' }, 'reply'],
    [{ reply: null, agent_id: null }, 'reply'],
    [{ instance_name: 'a\u0000b' }, 'instance_name'],
    [{ name: '' }, 'name'],
  ])('are refused with %j', async (fields, path) => {
    const { register } = await anApp()
    const { call } = await register()
    const response = await call('/chatbots', asJson({ ...bot, ...fields }))
    expect(await errorOf(response)).toMatchObject({ status: 400, details: [{ path }] })
  })

  test('do not take what is not theirs from a body', async () => {
    const { register } = await anApp()
    const { call } = await register()
    const text = JSON.stringify({ ...bot, id: 'x', created_at: 'y' }).replace(
      '{',
      '{"__proto__":{"is_admin":true},',
    )
    const chatbot = await (await call('/chatbots', asJson(text))).json()
    expect(chatbot.id).not.toBe('x')
    expect(chatbot.is_admin).toBeUndefined()
    expect(Object.prototype).not.toHaveProperty('is_admin')
  })
})
