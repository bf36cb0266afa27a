import { expect, test } from 'vitest'
import { aStandIn, type Seen } from '../support/daemon/stand-in.ts'
import { until } from '../support/daemon/user.ts'
import { aWebhookStand, DEVICE, residentWebhookStand } from '../support/daemon/webhook-stand.ts'
import { aGatewayMessage, anUpsert } from '../support/domain/webhook.ts'

const aResidentStand = residentWebhookStand()

const BRUNA = '5561977770001'
const CAIO = '5561977770002'

const agent = { name: 'Atendente', model: 'mistral-small-latest', instructions: 'Seja breve.' }

type HeardMessage = {
  readonly push_name: string | null
  readonly heard: string
  readonly answer: string | null
  readonly reason: string | null
  readonly agent_id: string | null
}

function completion(content: string) {
  return { object: 'conversation.response', outputs: [{ type: 'message.output', content }] }
}

test('a chatbot and an assistant answer through the own device, whatever the model service does', async () => {
  /**
   * How the model service answers the next questions, one entry each; after them it answers well.
   */
  const moods: (readonly [number, object | string])[] = []
  const service = await aStandIn(({ method, path }: Seen) => {
    if (path === '/v1/agents' && method === 'POST') {
      return { body: { id: 'ag_1', ...agent, created_at: '2026-01-10T10:00:00Z' } }
    }
    const [status, body] = moods.shift() ?? [200, completion('Abrimos às 9h.')]
    return { status, body, headers: { 'retry-after': '1' } }
  })
  const stand = await aWebhookStand('replies', {
    env: { MISTRAL_API_KEY: 'chave', MISTRAL_BASE_URL: service.url },
  })
  const user = stand.user()
  await user.post('/chatbots', {
    name: 'Preço',
    instance_name: DEVICE,
    keywords: ['preço'],
    reply: 'Custa R$ 10.',
  })
  const { id } = await user.post<{ id: string }>('/api/mistral/agents', agent)
  await user.raw('/api/instance-assistants', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ instance_name: DEVICE, assistant_id: id, is_active: true }),
  })
  const questions = () => service.seen.filter(({ path }) => path === '/v1/conversations')
  const gets = (phone: string, texts: readonly string[]) =>
    until(
      () => stand.inbox(phone),
      (inbox) => JSON.stringify(inbox) === JSON.stringify(texts),
    )

  /**
   * Waits for the thread, which gets an answer later than the phone: after WhatsApp's
   * acknowledgement.
   */
  const holds = (fromMe: readonly boolean[]) =>
    until(
      async () => (await stand.thread(BRUNA)).map(({ from_me }) => from_me),
      (thread) => JSON.stringify(thread) === JSON.stringify(fromMe),
    )

  await stand.writes(BRUNA, 'Qual é o PRECO?')
  await gets(BRUNA, ['Custa R$ 10.'])
  await holds([false, true])
  expect(questions()).toEqual([])

  await stand.writes(BRUNA, 'E o horário?')
  await gets(BRUNA, ['Custa R$ 10.', 'Abrimos às 9h.'])
  const { inputs } = JSON.parse(questions()[0]?.text ?? '')
  expect(
    inputs.map(({ role, content }: { role: string; content: string }) => [role, content]),
  ).toEqual([
    ['user', 'Qual é o PRECO?'],
    ['assistant', 'Custa R$ 10.'],
    ['user', 'E o horário?'],
  ])

  moods.push([429, { message: 'slow down' }], [500, 'no json'])
  await stand.writes(CAIO, 'Oi')
  await gets(CAIO, ['Abrimos às 9h.'])
  expect(questions()).toHaveLength(4)

  const rubbish = [200, '<html>'] as const
  moods.push(rubbish, rubbish, rubbish)
  await stand.writes(CAIO, 'Tem alguém?')
  await stand.writes(CAIO, 'Preço?')
  await gets(CAIO, ['Abrimos às 9h.', 'Custa R$ 10.'])

  // Each message is kept with its answer, or the reason why there was none.
  const heard = await until(
    () => user.get<HeardMessage[]>(`/api/bot-replies?instance=${DEVICE}`),
    ({ length }) => length === 5,
  )
  expect(
    heard.map(({ push_name, heard, answer, reason }) => [push_name, heard, answer, reason]),
  ).toEqual([
    ['Bruna', 'Preço?', 'Custa R$ 10.', null],
    ['Bruna', 'Tem alguém?', null, 'service_away'],
    ['Bruna', 'Oi', 'Abrimos às 9h.', null],
    ['Bruna', 'E o horário?', 'Abrimos às 9h.', null],
    ['Bruna', 'Qual é o PRECO?', 'Custa R$ 10.', null],
  ])
  expect(heard[1]?.agent_id).toBe(id)

  const log = stand.daemon.output().stderr
  expect(log).toContain('no reply was given')
  expect(log).not.toContain('Tem alguém')
  expect(log).not.toContain('unhandled')
  await holds([false, true, false, true])
})

test('an inbound text of another gateway is answered through that gateway, once', async () => {
  const gateway = await aStandIn(({ path }) => ({
    status: 201,
    body: path.startsWith('/message/sendText/') ? { key: { id: 'RESPOSTA1' } } : {},
  }))
  const stand = await aResidentStand()
  const user = stand.user()
  const { id, webhook_url } = await user.post<{ id: string; webhook_url: string }>(
    '/api/evolution',
    { url: gateway.url, apikey: 'chave-do-gateway' },
  )
  await user.post('/chatbots', {
    name: 'Oi',
    instance_name: 'balcão 1',
    evolution_id: id,
    keywords: ['oi'],
    reply: 'Olá!',
  })
  const at = Math.floor(Date.now() / 1000)
  const bodies = [
    aGatewayMessage({ id: 'NOVA', text: 'Oi', at }),
    aGatewayMessage({ id: 'NOVA', text: 'Oi', at }),
    aGatewayMessage({ id: 'VELHA', text: 'Oi', at: at - 3_600 }),
    aGatewayMessage({ id: 'MINHA', text: 'Oi', at, fromMe: true }),
    aGatewayMessage({ id: 'GRUPO', text: 'Oi', at, remoteJid: '120363000000000001@g.us' }),
    aGatewayMessage({ id: 'EU', text: 'Oi', at, remoteJid: '5561900001111@s.whatsapp.net' }),
  ]
  for (const data of bodies) {
    const response = await fetch(webhook_url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(anUpsert({ instance: 'balcão 1', data })),
    })
    expect(response.status).toBe(200)
  }
  const thread = await until(
    () =>
      user.get<{ id: string; message_content: string }[]>(
        `/api/webhook-messages?instance=${encodeURIComponent('balcão 1')}&evolution_id=${id}`,
      ),
    (messages) => messages.some((message) => message.id === 'RESPOSTA1'),
  )
  expect(thread).toContainEqual(
    expect.objectContaining({ id: 'RESPOSTA1', from_me: true, message_content: 'Olá!' }),
  )
  expect(gateway.seen).toMatchObject([
    {
      method: 'POST',
      path: `/message/sendText/${encodeURIComponent('balcão 1')}`,
      headers: { apikey: 'chave-do-gateway' },
      text: JSON.stringify({ number: '5561988880001', text: 'Olá!' }),
    },
  ])
})
