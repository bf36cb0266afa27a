import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { encodeLine } from '../../src/storage/files/lines.ts'
import { aStandIn } from '../support/daemon/stand-in.ts'
import { until } from '../support/daemon/user.ts'
import { aWebhookStand, DEVICE, residentWebhookStand } from '../support/daemon/webhook-stand.ts'
import { aGatewayMessage, anUpsert } from '../support/domain/webhook.ts'

const aResidentStand = residentWebhookStand()

const BRUNA = '5561977770001'
const CAIO = '5561977770002'
const agent = { name: 'Atendente', model: 'mistral-small-latest', instructions: 'Seja breve.' }

test('two programs that answer each other fall silent after 20 messages an hour, also past a kill', async () => {
  const stand = await aResidentStand()
  await stand.user().post('/chatbots', {
    ...{ name: 'Eco', instance_name: DEVICE, keywords: ['oi'], reply: 'Oi!' },
  })
  const answered = (count: number) =>
    until(
      () => stand.thread(BRUNA),
      (thread) => thread.filter(({ from_me }) => from_me).length === count,
    )
  for (let count = 1; count <= 20; count += 1) {
    await stand.writes(BRUNA, `oi ${count}`)
    await answered(count)
    if (count !== 10) continue
    await stand.daemon.kill()
    await stand.restart()
  }
  await stand.writes(BRUNA, 'oi 21')
  await stand.writes(BRUNA, 'oi 22')
  // Another contact, who writes after them, is still answered.
  await stand.writes(CAIO, 'oi')
  await until(
    () => stand.inbox(CAIO),
    ({ length }) => length === 1,
  )
  await until(
    () => stand.thread(BRUNA),
    ({ length }) => length === 42,
  )
  expect(await stand.inbox(BRUNA)).toHaveLength(20)
  // The log shows the owner the reason once, and the answers from before the kill.
  const heard = await until(
    () => stand.user().get<{ heard: string; reason: string | null }[]>('/api/bot-replies'),
    (replies) => replies.some(({ reason }) => reason !== null),
  )
  expect(heard.map((reply) => reply.heard)).toContain('oi 1')
  expect(heard.flatMap(({ reason }) => reason ?? [])).toEqual(['too_many_messages'])
})

test('a user’s assistants fall silent for the day at their limit, which a restart does not forget', async () => {
  const service = await aStandIn(({ path }) =>
    path === '/v1/agents'
      ? { body: { id: 'ag_1', ...agent, created_at: '2026-01-10T10:00:00Z' } }
      : { body: { outputs: [{ type: 'message.output', content: 'Pois não?' }] } },
  )
  const stand = await aWebhookStand('reply-cap', {
    storage: 'files',
    env: { MISTRAL_API_KEY: 'chave', MISTRAL_BASE_URL: service.url },
  })
  const { id } = await stand.user().post<{ id: string }>('/api/mistral/agents', agent)
  await stand.user().raw('/api/instance-assistants', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ instance_name: DEVICE, assistant_id: id, is_active: true }),
  })
  const gets = (phone: string) =>
    until(
      () => stand.inbox(phone),
      (inbox) => JSON.stringify(inbox) === '["Pois não?"]',
    )
  await stand.writes(BRUNA, 'Bom dia')
  await gets(BRUNA)

  await stand.daemon.kill()
  await setCount(join(stand.daemon.dataDir, 'db', 'reply-counts'), 999)
  await stand.restart()
  await stand.writes(CAIO, 'Bom dia')
  await gets(CAIO)
  await stand.writes(BRUNA, 'Ainda aí?')
  await until(
    async () => stand.daemon.output().stderr,
    (log) => log.includes('agent_replies_exhausted'),
  )
  expect(await stand.inbox(BRUNA)).toEqual(['Pois não?'])
  expect(service.seen.filter(({ path }) => path === '/v1/conversations')).toHaveLength(2)
})

test('groups, status updates, channels and itself are never answered', async () => {
  const gateway = await aStandIn(() => ({ status: 201, body: { key: { id: 'RESPOSTA1' } } }))
  const stand = await aResidentStand()
  const user = stand.user()
  const { id, webhook_url } = await user.post<{ id: string; webhook_url: string }>(
    '/api/evolution',
    { url: gateway.url, apikey: 'chave-do-gateway' },
  )
  await user.post('/chatbots', {
    ...{ name: 'Oi', instance_name: 'balcao', evolution_id: id, keywords: ['oi'], reply: 'Olá!' },
  })
  const at = Math.floor(Date.now() / 1000)
  const nobody = [
    '120363000000000001@g.us',
    'status@broadcast',
    '120363000000000002@newsletter',
    '5561900001111@s.whatsapp.net',
  ]
  const chats = [...nobody, '5561988880001@s.whatsapp.net']
  for (const [index, remoteJid] of chats.entries()) {
    const data = aGatewayMessage({ id: `M${index}`, text: 'Oi', at, remoteJid })
    const response = await fetch(webhook_url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(anUpsert({ data })),
    })
    expect(response.status).toBe(200)
  }
  await until(
    () => user.get<unknown[]>(`/api/webhook-messages?instance=balcao&evolution_id=${id}`),
    (messages) => JSON.stringify(messages).includes('RESPOSTA1'),
  )
  expect(gateway.seen.map(({ text }) => text)).toEqual([
    JSON.stringify({ number: '5561988880001', text: 'Olá!' }),
  ])
})

/** Sets the number of answers given today. */
async function setCount(folder: string, count: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const text = await readFile(path, 'utf8')
    if (!text.includes('"count"')) continue
    const lines = text.split('\n').map((line) => {
      if (!line.includes('"count"')) return line
      const json = line.slice(line.indexOf('{')).replace(/"count":\d+/, `"count":${count}`)
      return encodeLine(JSON.parse(json)).trimEnd()
    })
    await writeFile(path, lines.join('\n'))
    return
  }
  throw new Error('no reply was counted')
}
