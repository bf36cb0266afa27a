import { expect, test } from 'vitest'
import { webhookEvents } from '../../../src/contract/gateways/evolution-webhook.ts'
import { aHouse } from '../../support/http/evolution-house.ts'
import { differencesFrom, type Shape } from '../../support/http/shape.ts'

/**
 * What the pages of Evolution Manager v2 ask for, in their order, and what each of them reads of
 * the answer. Its forms send all of their fields, empty ones as null or as an empty text.
 */

const ANA = '5561977770000@s.whatsapp.net'
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
const SETTINGS = {
  ...{ rejectCall: true, msgCall: '', groupsIgnore: false, alwaysOnline: false },
  ...{ readMessages: false, syncFullHistory: false, readStatus: false },
}
const PROXY = { enabled: false, host: '', port: '', protocol: 'http', username: '', password: '' }
const notTold = new Set(['MESSAGES_EDITED', 'SEND_MESSAGE_UPDATE', 'STATUS_INSTANCE'])
const WEBHOOK = {
  ...{ enabled: true, url: 'https://recebe.example/eventos', base64: false, byEvents: false },
  events: webhookEvents.filter((name) => !notTold.has(name) && !name.startsWith('INSTANCE_')),
}
const refused = '{ status: number, error: string, response: { message: [string] } }'
const settings = `{ rejectCall: boolean, msgCall: string, groupsIgnore: boolean,
  alwaysOnline: boolean, readMessages: boolean, readStatus: boolean, syncFullHistory: boolean,
  wavoipToken: string }`
const webhook = `{ id: string, enabled: boolean, url: string, events: [string], unsentEvents: [string],
  webhookByEvents: boolean, webhookBase64: boolean, headers: null, createdAt: string,
  updatedAt: string, instanceId: string }`
const rows = '[object]'

type Asked = readonly [line: string, body: unknown, status: number, shape: Shape]

const signIn: readonly Asked[] = [
  [
    'GET ',
    undefined,
    200,
    '{ status: number, message: string, version: string, clientName: string }',
  ],
  ['POST verify-creds', {}, 200, '{ status: number, message: string }'],
  ['GET instance/fetchInstances', undefined, 200, rows],
]
const madeBody = { integration: 'WHATSAPP-BAILEYS', number: null, businessId: null }
const made: readonly Asked[] = [
  [
    'POST instance/create',
    { ...madeBody, instanceName: 'nova', token: '1B9D6BCD4BBF-4B2D-9B5D-AB8DFBBD4BED' },
    201,
    'object',
  ],
  ['GET instance/connect/nova', undefined, 200, 'object'],
  ['GET instance/connect/lendo?number=5561977770000', undefined, 200, 'object'],
]
const dashboard: readonly Asked[] = [
  ['POST instance/restart/aberta', undefined, 200, 'object'],
  ['GET instance/fetchInstances?instanceId=ID', undefined, 200, rows],
]
const chat: readonly Asked[] = [
  ['POST chat/findChats/aberta', { where: {} }, 200, rows],
  ['POST chat/findChats/aberta', { where: { remoteJid: ANA } }, 200, rows],
  [
    'POST chat/findMessages/aberta',
    { where: { key: { remoteJid: ANA } } },
    200,
    '{ messages: { total: number, pages: number, currentPage: number, records: [object] } }',
  ],
  ['POST message/sendText/aberta', { number: ANA, text: 'Oi' }, 201, 'object'],
  [
    'POST message/sendMedia/aberta',
    {
      ...{ number: ANA, mediatype: 'image', mimetype: 'image/png', caption: '', media: PIXEL },
      fileName: 'foto.png',
    },
    201,
    'object',
  ],
]
const set: readonly Asked[] = [
  ['GET settings/find/aberta', undefined, 200, settings],
  ['POST settings/set/aberta', SETTINGS, 201, '{ settings: object }'],
  ['GET webhook/find/aberta', undefined, 200, 'null'],
  ['POST webhook/set/aberta', { webhook: WEBHOOK }, 201, webhook],
  ['GET webhook/find/aberta', undefined, 200, webhook],
  ['GET proxy/find/aberta', undefined, 200, 'null'],
  ['POST proxy/set/aberta', PROXY, 400, refused],
  ...['websocket', 'rabbitmq', 'sqs'].flatMap((name): Asked[] => [
    [`GET ${name}/find/aberta`, undefined, 200, 'null'],
    [`POST ${name}/set/aberta`, { [name]: { enabled: true, events: [] } }, 400, refused],
  ]),
  [
    'GET chatwoot/find/aberta',
    undefined,
    200,
    `{ enabled: boolean, url: string, accountId: string, token: string, signMsg: boolean,
      nameInbox: string, webhook_url: string }`,
  ],
  ['POST chatwoot/set/aberta', { enabled: true, url: '', accountId: '' }, 400, refused],
]
const bots = ['typebot', 'openai', 'dify', 'n8n', 'evoai', 'evolutionBot', 'flowise'].flatMap(
  (bot): Asked[] => [
    [`GET ${bot}/find/aberta`, undefined, 200, '[never]'],
    [`GET ${bot}/fetchSettings/aberta`, undefined, 200, 'object'],
    [`GET ${bot}/fetch/abc/aberta`, undefined, 200, 'null'],
    [`GET ${bot}/fetchSessions/abc/aberta`, undefined, 200, '[never]'],
    [`POST ${bot}/create/aberta`, { enabled: true }, 400, refused],
    [`PUT ${bot}/update/abc/aberta`, { enabled: true }, 400, refused],
    [`DELETE ${bot}/delete/abc/aberta`, undefined, 400, refused],
    [`POST ${bot}/settings/aberta`, { expire: 0 }, 400, refused],
    [`POST ${bot}/changeStatus/aberta`, { remoteJid: ANA, status: 'paused' }, 400, refused],
  ],
)
const openai: readonly Asked[] = [
  ['GET openai/creds/aberta', undefined, 200, '[never]'],
  ['GET openai/getModels/aberta?openaiCredsId=abc', undefined, 200, '[never]'],
  ['POST openai/creds/aberta', { name: 'a', apiKey: 'b' }, 400, refused],
]
const ended: readonly Asked[] = [
  ['DELETE instance/logout/aberta', undefined, 200, 'object'],
  ['DELETE instance/delete/aberta', undefined, 200, 'object'],
]

test('the pages of Evolution Manager find what they ask for, and none of it is an unknown path', async () => {
  const { ask, tokenOf } = await aHouse({ settings: { hasSockets: false } })
  const [row] = (await ask('GET instance/fetchInstances?instanceName=aberta')).body
  const token = await tokenOf('aberta')
  const pages = [...signIn, ...made, ...dashboard, ...chat, ...set, ...bots, ...openai, ...ended]
  for (const [line, body, status, shape] of pages) {
    const asked = line.replace('=ID', `=${row.id}`)
    // Pages of one instance use its own token.
    const key =
      asked.includes('/aberta') && !asked.startsWith('DELETE instance') ? { key: token } : {}
    const answer = await ask(asked, { body, ...key })
    expect([line, answer.status]).toEqual([line, status])
    expect([line, differencesFrom(shape, answer.body)]).toEqual([line, []])
  }
})
