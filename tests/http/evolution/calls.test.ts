import { describe, expect, test } from 'vitest'
import { createGatewayApp } from '../../../src/http/serving/app.ts'
import { keepDevice, runCampaign } from '../../support/domain/kept.ts'
import { SHOWN_QR } from '../../support/domain/played-whatsapp.ts'
import { asJson } from '../../support/http/app.ts'
import {
  evolutionCalls,
  HOOK,
  OUT,
  refusedFields,
  refusedKey,
} from '../../support/http/evolution-calls.ts'
import { evolutionChatCalls } from '../../support/http/evolution-chat-calls.ts'
import { evolutionGroupCalls } from '../../support/http/evolution-group-calls.ts'
import { aHouse, aHouseOf } from '../../support/http/evolution-house.ts'
import { evolutionMediaCalls } from '../../support/http/evolution-media-calls.ts'
import { evolutionProfileCalls } from '../../support/http/evolution-profile-calls.ts'
import { differencesFrom } from '../../support/http/shape.ts'
import { sharedApp } from '../../support/http/shared-app.ts'

const calls = [
  ...evolutionCalls,
  ...evolutionChatCalls,
  ...evolutionMediaCalls,
  ...evolutionProfileCalls,
  ...evolutionGroupCalls,
]
/** Each row has a person of its own, but a token must be unique in the whole app. */
const shared = sharedApp()

test.each(calls)(
  '%s %j answers %i in the shape its clients know',
  async (line, body, status, shape) => {
    const takesToken = JSON.stringify(body)?.includes('"token"')
    const { ask } = takesToken ? await aHouse() : await aHouseOf(shared())
    const answer = await ask(line, { body })
    expect([answer.status, differencesFrom(shape, answer.body)]).toEqual([status, []])
    if (status >= 400) expect(answer.body.status).toBe(status)
  },
)

test('an instance that reaches nobody has no code to show yet', async () => {
  const { ask } = await aHouse()
  expect(await ask('GET instance/connect/semrede')).toMatchObject({
    status: 200,
    body: { count: 0 },
  })
})

test('a short token is accepted from the only account; a second one gets the same refusal for a taken one as for any', async () => {
  const { ask, register } = await aHouse()
  const body = { instanceName: 'curta', ...OUT, token: 'abc' }
  expect((await ask('POST instance/create', { body })).status).toBe(201)
  const other = await register()
  for (const token of ['abc', 'outro']) {
    const answer = await ask('POST instance/create', {
      body: { instanceName: 'dela', ...OUT, token },
      key: other.apikey,
    })
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body)).toContain('pelo menos 16 caracteres')
  }
  expect(await ask('GET instance/fetchInstances', { key: 'abc' })).toMatchObject({ status: 200 })
})

describe('keys', () => {
  test.each([null, '', 'errada'])(
    'such as %j open nothing, not even the way to a name',
    async (key) => {
      const { ask } = await aHouse()
      for (const line of [
        'GET instance/fetchInstances',
        'GET instance/connectionState/aberta',
        'GET instance/connectionState/nenhuma',
        'DELETE instance/delete/aberta',
      ]) {
        const answer = await ask(line, { key })
        expect([answer.status, differencesFrom(refusedKey, answer.body)]).toEqual([401, []])
      }
    },
  )

  test('are taken from the header alone', async () => {
    const { request, person } = await aHouse()
    const path = '/gateway/instance/fetchInstances'
    expect((await request(`${path}?apikey=${person.apikey}`)).status).toBe(401)
    const headers = { authorization: `Bearer ${person.apikey}` }
    expect((await request(path, { headers })).status).toBe(401)
  })

  test('of an instance open that one and no other', async () => {
    const { ask, tokenOf } = await aHouse()
    const key = await tokenOf('aberta')
    expect((await ask('GET instance/connectionState/aberta', { key })).status).toBe(200)
    expect((await ask('GET instance/connectionState/fechada', { key })).status).toBe(401)
    expect((await ask('GET instance/connectionState/nenhuma', { key })).status).toBe(401)
    const listed = await ask('GET instance/fetchInstances', { key })
    expect(listed.body).toMatchObject([{ name: 'aberta', token: key }])
    const other = await ask('GET instance/fetchInstances?instanceName=fechada', { key })
    expect(other.status).toBe(401)
    const body = { instanceName: 'nova', ...OUT }
    expect((await ask('POST instance/create', { body, key })).status).toBe(401)
    expect((await ask('DELETE instance/delete/aberta', { key })).status).toBe(200)
    expect((await ask('GET instance/fetchInstances', { key })).status).toBe(401)
  })

  test("of the account never become an instance's token", async () => {
    const { ask, person } = await aHouse()
    const body = { instanceName: 'nova', ...OUT, token: person.apikey }
    expect((await ask('POST instance/create', { body })).status).toBe(400)
    expect((await ask('GET instance/connectionState/nova')).status).toBe(404)
  })

  test("show nothing of another user's", async () => {
    const { ask, register } = await aHouse()
    const { apikey: key } = await register()
    expect((await ask('GET instance/fetchInstances', { key })).body).toEqual([])
    for (const line of [
      'GET instance/connectionState/aberta',
      'GET webhook/find/aberta',
      'POST instance/restart/aberta',
      'DELETE instance/logout/aberta',
      'DELETE instance/delete/aberta',
    ]) {
      expect((await ask(line, { key })).status).toBe(404)
    }
    expect((await ask('GET instance/connectionState/aberta')).status).toBe(200)
  })
})

describe('a webhook', () => {
  test('keeps every setting where clients change one each at the same moment', async () => {
    const { ask } = await aHouse()
    await ask('POST webhook/set/aberta', { body: { webhook: HOOK } })
    const changes = [{ byEvents: true }, { base64: true }, { headers: { chave: 'valor' } }]
    await Promise.all(
      changes.map((change) =>
        ask('POST webhook/set/aberta', { body: { webhook: { url: HOOK.url, ...change } } }),
      ),
    )
    expect((await ask('GET webhook/find/aberta')).body).toMatchObject({
      ...{ webhookByEvents: true, webhookBase64: true, headers: { chave: 'valor' } },
    })
  })

  test('keeps what a later call leaves out, and names no events means those of messages', async () => {
    const { ask } = await aHouse()
    const all = { ...HOOK, byEvents: true, base64: true, headers: { 'x-a': 'b' }, events: [] }
    const first = await ask('POST webhook/set/aberta', { body: { webhook: all } })
    expect(first.body.events).toHaveLength(31)
    await ask('POST webhook/set/aberta', { body: { url: HOOK.url } })
    expect((await ask('GET webhook/find/aberta')).body).toMatchObject({
      id: first.body.id,
      enabled: true,
      webhookByEvents: true,
      webhookBase64: true,
      headers: { 'x-a': 'b' },
      events: ['MESSAGES_UPSERT'],
    })
  })

  test('gets no event while it is not enabled', async () => {
    const { ask } = await aHouse()
    const body = { webhook: { ...HOOK, enabled: false } }
    const answer = await ask('POST webhook/set/aberta', { body })
    expect(answer.body).toMatchObject({ enabled: false, events: [] })
  })
})

test('an instance that was made shows as a device, and a deleted one is gone from both', async () => {
  const { ask, person } = await aHouse()
  await ask('POST instance/create', {
    body: { instanceName: 'nova', ...OUT, number: '5561977770000' },
  })
  expect((await person.call('/api/whatsapp/status/nova')).status).toBe(200)
  const [row] = (await ask('GET instance/fetchInstances?number=5561977770000')).body
  expect(row).toMatchObject({ name: 'nova', connectionStatus: 'close' })
  await ask('DELETE instance/delete/nova')
  expect((await person.call('/api/whatsapp/status/nova')).status).toBe(404)
})

test('an instance whose name has spaces, accents and dots is reached by both interfaces', async () => {
  const { ask, person } = await aHouse()
  const name = 'Loja São José / 2.0'
  const path = encodeURIComponent(name)
  await ask('POST instance/create', { body: { instanceName: name, ...OUT, token: 'x' } })
  expect(await ask(`GET instance/connectionState/${path}`, { key: 'x' })).toMatchObject({
    status: 200,
    body: { instance: { instanceName: name, state: 'close' } },
  })
  const set = { body: { webhook: HOOK } }
  expect((await ask(`POST webhook/set/${path}`, set)).status).toBe(201)
  const connected = await person.call('/api/whatsapp/connect', asJson({ deviceId: name }))
  expect(connected.status).toBe(202)
  expect((await person.call(`/api/whatsapp/status/${path}`)).status).toBe(200)
  expect((await ask(`DELETE instance/delete/${path}`)).status).toBe(200)
})

test('a sent answer is shown with the message it quotes and the people it mentions', async () => {
  const { ask } = await aHouse()
  const number = '5561977770000'
  const jid = `${number}@s.whatsapp.net`
  const first = await ask('POST message/sendText/aberta', { body: { number, text: 'Tem foto?' } })
  const quoted = { key: { ...first.body.key } }
  const answer = await ask('POST message/sendText/aberta', {
    body: { number, text: 'Tenho', quoted, mentioned: ['+55 61 97777-0001'] },
  })
  expect(answer.body.contextInfo).toEqual({
    stanzaId: first.body.key.id,
    participant: '5561988880000@s.whatsapp.net',
    quotedMessage: { conversation: 'Tem foto?' },
    mentionedJid: ['5561977770001@s.whatsapp.net'],
    groupMentions: [],
  })
  const body = { number, text: 'E esta?', quoted: { key: { id: '3A01', remoteJid: jid } } }
  const unknown = await ask('POST message/sendText/aberta', { body })
  expect(unknown.body.contextInfo).toMatchObject({ stanzaId: '3A01', participant: jid })
})

test.each([
  '/gateway/instance/connectionState/aberta/',
  '/gateway//instance/connectionState/aberta',
  '/gateway/instance/connectionstate/aberta',
  '/Gateway/INSTANCE/ConnectionState/aberta//',
])('%s is the way to the call that it means', async (path) => {
  const { request, person } = await aHouse()
  const response = await request(path, { headers: { apikey: person.apikey } })
  expect([response.status, await response.json()]).toEqual([
    200,
    { instance: { instanceName: 'aberta', state: 'open' } },
  ])
})

test('the name of an instance stays as its client writes it', async () => {
  const { ask } = await aHouse()
  expect((await ask('GET instance/connectionState/Aberta')).status).toBe(404)
})

test('a form does as well as JSON', async () => {
  const { request, person } = await aHouse()
  const send = (body: string) =>
    request('/gateway/message/sendText/aberta', {
      method: 'POST',
      headers: {
        apikey: person.apikey,
        'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
      },
      body,
    })
  const sent = await send('number=5561977770000&text=Oi+%C3%A0+vista&quoted[key][id]=3A01')
  expect([sent.status, await sent.json()]).toMatchObject([
    201,
    { message: { conversation: 'Oi à vista' }, contextInfo: { stanzaId: '3A01' } },
  ])
  const refused = await send('number=5561977770000')
  expect([refused.status, differencesFrom(refusedFields, await refused.json())]).toEqual([400, []])
  const elsewhere = await request('/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'email=a',
  })
  expect(elsewhere.status).toBe(415)
})

test('at an address of its own the gateway stands at the root, and nothing else', async () => {
  const { services, person } = await aHouse()
  const gatewayApp = createGatewayApp(services)
  const call = (path: string, init: RequestInit = {}) =>
    gatewayApp.request(path, { ...init, headers: { apikey: person.apikey } })
  expect(await (await call('/')).json()).toMatchObject({ version: '2.3.6' })
  for (const path of [
    '/instance/connectionState/aberta',
    '/gateway/instance/connectionState/aberta/',
  ]) {
    expect(await (await call(path)).json()).toMatchObject({ instance: { state: 'open' } })
  }
  expect((await call('/verify-creds', { method: 'POST' })).status).toBe(200)
  for (const path of ['/api/whatsapp/devices', '/health', '/login', '/openapi.json']) {
    expect((await call(path)).status).toBe(404)
  }
})

test('a device that a campaign uses is logged out and deleted only by force', async () => {
  const { ask, person, ...app } = await aHouse()
  await keepDevice(app, person, { deviceId: 'ocupada' })
  await runCampaign(app, person, 'ocupada')
  expect((await ask('DELETE instance/logout/ocupada')).status).toBe(409)
  expect((await ask('DELETE instance/delete/ocupada')).status).toBe(409)
  expect((await ask('DELETE instance/delete/ocupada?force=true')).status).toBe(200)
})

test('the pages of the console reach it through the proxy', async () => {
  const { person } = await aHouse()
  const proxied = (path: string, init?: RequestInit) =>
    person.call(`/api/evolution/own/proxy/${path}`, init)
  const made = await proxied('instance/create', asJson({ instanceName: 'nova', qrcode: true }))
  expect(made.status).toBe(201)
  expect(await made.json()).toMatchObject({ qrcode: { code: SHOWN_QR } })
  const set = await proxied('webhook/set/nova', asJson({ url: HOOK.url }))
  expect(await set.json()).toMatchObject({ url: HOOK.url, events: ['MESSAGES_UPSERT'] })
  const listed = await (await proxied('instance/fetchInstances')).json()
  expect(listed).toHaveLength(5)
  const taken = await proxied('instance/create', asJson({ instanceName: 'nova' }))
  expect(await taken.json()).toMatchObject({
    code: 'gateway_refused',
    details: [{ message: 'Já existe uma conexão com este nome.' }],
  })
})
