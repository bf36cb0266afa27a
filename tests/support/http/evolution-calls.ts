import { ABSENT_PHONE } from '../domain/played-whatsapp.ts'
import type { Shape } from './shape.ts'

/** Calls as clients of Evolution API make them, and what they expect: values are of our own. */

export const failure = '{ status: number, error: string, response: { message: [string] } }'
export const refusedFields = '{ status: number, error: string, response: { message: [[string]] } }'
const bareFields =
  '{ status: number, error: string, message: [[string]], response: { message: [[string]] } }'
const bareFailure =
  '{ status: number, error: string, message: [string], response: { message: [string] } }'
export const refusedKey = '{ status: number, error: string, response: { message: string } }'
const root = '{ status: number, message: string, version: string, clientName: string }'
export const state = '{ instance: { instanceName: string, state: string } }'
export const done = '{ status: string, error: boolean, response: { message: string } }'
export const code = '{ pairingCode: string|null, code: string, base64: string, count: number }'
export const settings = `rejectCall: boolean, msgCall: string, groupsIgnore: boolean, alwaysOnline: boolean,
  readMessages: boolean, readStatus: boolean, syncFullHistory: boolean, wavoipToken: string`
export const settingsChanged = `{ settings: { instanceName: string, settings: { rejectCall: boolean,
  msgCall: string, groupsIgnore: boolean, alwaysOnline: boolean, readMessages: boolean,
  readStatus: boolean, syncFullHistory: boolean } } }`
const row = `{ id: string, name: string, connectionStatus: string, ownerJid: string|null,
  profileName: string|null, profilePicUrl: null, integration: string, number: string|null,
  businessId: null, token: string, clientName: string, disconnectionReasonCode: number|null,
  disconnectionObject: string|null, disconnectionAt: string|null, createdAt: string,
  updatedAt: string, Chatwoot: null, Proxy: null, Rabbitmq: null, Nats: null, Sqs: null,
  Websocket: null, Setting: { id: string, ${settings}, createdAt: string, updatedAt: string,
  instanceId: string }, _count: { Message: number, Contact: number, Chat: number } }`
export const rows = `[${row}]`
export const created = (qrcode = '') => `{ instance: { instanceName: string, instanceId: string,
  integration: string, webhookWaBusiness: null, accessTokenWaBusiness: string, status: string },
  hash: string, webhook: { webhookUrl?: string, webhookHeaders?: object, webhookByEvents?: boolean,
  webhookBase64?: boolean }, websocket: object, rabbitmq: object, nats: object, sqs: object,
  settings: { ${settings} }${qrcode && `, qrcode: ${qrcode}`} }`
export const webhook = `{ id: string, url: string, headers: object|null, enabled: boolean,
  events: [string], unsentEvents: [string], webhookByEvents: boolean, webhookBase64: boolean, createdAt: string,
  updatedAt: string, instanceId: string }`
const websocket = `{ id: string, enabled: boolean, events: [string], unsentEvents: [string],
  createdAt: string, updatedAt: string, instanceId: string }`
export const sent = (message: string) => `{ key: { remoteJid: string, fromMe: boolean, id: string },
  pushName: string, status: string, message: ${message}, contextInfo: { stanzaId?: string, participant?: string,
  quotedMessage?: object, mentionedJid: [string], groupMentions: [string] }, messageType: string, messageTimestamp: number, instanceId: string,
  source: string }`
export const sentText = sent('{ conversation: string }')
export const sentReaction = (
  author = '',
) => `{ key: { remoteJid: string, fromMe: boolean, id: string }, pushName: string,
  status: string, message: { reactionMessage: { text: string, key: { remoteJid: string,
  fromMe: boolean, id: string${author} }, senderTimestampMs: number } }, messageType: string,
  messageTimestamp: number, instanceId: string, source: string }`
const PLACE = { number: '5561977770000', latitude: -15.79, longitude: -47.88 }
export const absent = `{ status: number, error: string,
  response: { message: [{ jid: string, exists: boolean, number: string }] } }`

export const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII='
const SETTINGS = {
  ...{ rejectCall: true, msgCall: 'Escreva, por favor.', groupsIgnore: true, alwaysOnline: true },
  ...{ readMessages: true, readStatus: true, syncFullHistory: false },
}
export const OUT = { integration: 'WHATSAPP-BAILEYS' }
export const HOOK = { url: 'https://recebe.example/eventos', events: ['MESSAGES_UPSERT'] }

/**
 * Calls for a user with the instances `aberta`, `fechada`, `lendo` (shows its QR) and `semrede`:
 * the call, its body, and status and shape of the answer.
 */
export const evolutionCalls: [string, unknown, number, Shape][] = [
  ['GET instance/fetchInstances', undefined, 200, rows],
  ['GET instance/fetchInstances?instanceName=aberta', undefined, 200, rows],
  ['GET instance/fetchInstances?number=5561988880000', undefined, 200, rows],
  ['GET instance/fetchInstances?instanceName=nenhuma', undefined, 404, failure],
  ['GET instance/fetchInstances?instanceId=nenhuma', undefined, 404, failure],
  ['POST instance/create', { instanceName: 'nova', ...OUT }, 201, created()],
  ['POST instance/create', { instanceName: 'nova', ...OUT, qrcode: true }, 201, created(code)],
  ['POST instance/create', { instanceName: 'nova', ...OUT, webhook: HOOK }, 201, created()],
  ['POST instance/create', { instanceName: 'nova', ...OUT, webhook: HOOK.url }, 201, created()],
  ['POST instance/create', { instanceName: 'nova', ...OUT, webhookUrl: HOOK.url }, 201, created()],
  ['POST instance/create', { instanceName: 'aberta', ...OUT }, 403, failure],
  ['POST instance/create', { instanceName: 'nova' }, 400, failure],
  ['POST instance/create', { instanceName: 'nova', integration: 'OUTRA' }, 400, failure],
  ['POST instance/create', { ...OUT }, 400, refusedFields],
  ['POST instance/create', { instanceName: 123, ...OUT }, 400, refusedFields],
  ['POST instance/create', { instanceName: 'Loja São José 2.0', ...OUT }, 201, created()],
  ['POST instance/create', { instanceName: 'n'.repeat(100), ...OUT }, 201, created()],
  ['POST instance/create', { instanceName: 'n'.repeat(101), ...OUT }, 400, refusedFields],
  ['POST instance/create', { instanceName: '..', ...OUT }, 400, refusedFields],
  ['POST instance/create', { instanceName: 'linha\n', ...OUT }, 400, refusedFields],
  ['POST instance/create', { instanceName: 'nova', ...OUT, qrcode: 'true' }, 400, refusedFields],
  ['POST instance/create', { instanceName: 'nova', ...OUT, token: 'a' }, 201, created()],
  [
    'POST instance/create',
    { instanceName: 'nova', ...OUT, webhook: { url: 'não é', events: [] } },
    400,
    refusedFields,
  ],
  [
    'POST instance/create',
    { instanceName: 'nova', ...OUT, webhook: { ...HOOK, events: ['NENHUM'] } },
    400,
    refusedFields,
  ],
  ['POST instance/create', '{"instanceName": ', 400, refusedKey],
  ['GET instance/create', undefined, 404, failure],
  ['GET instance/connect', undefined, 404, failure],
  ['GET nada', undefined, 404, failure],
  ['GET ', undefined, 200, root],
  ['POST verify-creds', {}, 200, '{ status: number, message: string }'],
  ['GET instance/connect/lendo', undefined, 200, code],
  ['GET instance/connect/fechada', undefined, 200, code],
  [
    'GET instance/connect/fechada?number=5561977770000',
    undefined,
    200,
    '{ pairingCode: string, code: string, base64: string, count: number }',
  ],
  ['GET instance/connect/aberta', undefined, 200, state],
  ['GET instance/connect/nenhuma', undefined, 404, failure],
  ['POST instance/restart/aberta', undefined, 200, state],
  ['PUT instance/restart/aberta', undefined, 200, state],
  ['POST instance/restart/lendo', undefined, 200, code],
  ['POST instance/restart/fechada', undefined, 200, code],
  ['POST instance/restart/nenhuma', undefined, 404, failure],
  ['GET instance/connectionState/aberta', undefined, 200, state],
  ['GET instance/connectionState/my%20inst%2F%C3%A3', undefined, 404, failure],
  ['GET instance/connectionState/nenhuma', undefined, 404, failure],
  ['DELETE instance/logout/aberta', undefined, 200, done],
  ['DELETE instance/logout/lendo', undefined, 200, done],
  ['DELETE instance/logout/fechada', undefined, 400, failure],
  ['DELETE instance/logout/nenhuma', undefined, 404, failure],
  ['DELETE instance/delete/aberta', undefined, 200, done],
  ['DELETE instance/delete/nenhuma', undefined, 404, failure],
  ['POST webhook/set/aberta', { webhook: { enabled: true, ...HOOK } }, 201, webhook],
  ['POST webhook/set/aberta', { ...HOOK, webhook_by_events: true }, 201, webhook],
  ['POST webhook/set/aberta', { webhook: { url: HOOK.url } }, 201, webhook],
  ['POST webhook/set/aberta', { webhook: { enabled: false, url: '' } }, 201, webhook],
  ['POST webhook/set/aberta', { webhook: { enabled: false, url: 'nenhum' } }, 201, webhook],
  ['POST webhook/set/aberta', { webhook: { events: [] } }, 400, refusedFields],
  ['POST webhook/set/aberta', { webhook: HOOK.url }, 400, refusedFields],
  ['POST webhook/set/aberta', {}, 400, refusedFields],
  ['POST webhook/set/aberta', { ...HOOK, events: ['GROUPS_UPDATE'] }, 400, refusedFields],
  ['POST webhook/set/nenhuma', { webhook: HOOK }, 404, failure],
  ['GET webhook/find/aberta', undefined, 200, 'null'],
  ['GET webhook/find/nenhuma', undefined, 404, failure],
  ['POST websocket/set/aberta', { websocket: { enabled: true, events: [] } }, 201, websocket],
  ['POST websocket/set/aberta', { websocket: { enabled: false } }, 201, websocket],
  ['POST websocket/set/aberta', { websocket: { enabled: 'sim' } }, 400, refusedFields],
  ['POST websocket/set/aberta', { enabled: true }, 400, refusedFields],
  [
    'POST websocket/set/aberta',
    { websocket: { enabled: true, events: ['GROUPS_UPDATE'] } },
    400,
    refusedFields,
  ],
  ['POST websocket/set/nenhuma', { websocket: { enabled: true } }, 404, failure],
  ['GET websocket/find/aberta', undefined, 200, 'null'],
  ['GET websocket/find/nenhuma', undefined, 404, failure],
  ['POST settings/set/aberta', SETTINGS, 201, settingsChanged],
  ['POST settings/set/aberta', { ...SETTINGS, msgCall: undefined }, 201, settingsChanged],
  ['POST settings/set/aberta', { rejectCall: true }, 400, refusedFields],
  ['POST settings/set/aberta', { ...SETTINGS, alwaysOnline: 'sim' }, 400, refusedFields],
  ['POST settings/set/aberta', { ...SETTINGS, syncFullHistory: true }, 400, refusedFields],
  ['POST settings/set/nenhuma', SETTINGS, 404, failure],
  ['GET settings/find/aberta', undefined, 200, `{ ${settings} }`],
  ['GET settings/find/nenhuma', undefined, 404, failure],
  ['POST instance/create', { instanceName: 'nova', ...OUT, ...SETTINGS }, 201, created()],
  ['POST message/sendText/aberta', { number: '5561977770000', text: 'Oi' }, 201, sentText],
  [
    'POST message/sendText/aberta',
    { number: '5561977770000@s.whatsapp.net', text: 'Oi', delay: 5, linkPreview: false },
    201,
    sentText,
  ],
  ['POST message/sendText/aberta', { number: '99887766554433@lid', text: 'Oi' }, 201, sentText],
  ['POST message/sendText/aberta', { number: ABSENT_PHONE, text: 'Oi' }, 400, absent],
  [
    'POST message/sendText/aberta',
    {
      ...{
        number: '5561977770000',
        text: 'Oi',
        mentioned: ['5561977770001', '99887766554433@lid'],
      },
      quoted: { key: { id: '3A01' }, message: { conversation: 'Tem foto?' } },
    },
    201,
    sentText,
  ],
  [
    'POST message/sendText/aberta',
    { number: '5561977770000', text: 'Oi', quoted: { key: {} } },
    400,
    refusedFields,
  ],
  [
    'POST message/sendText/aberta',
    { number: '5561977770000', text: 'Oi', mentioned: ['ninguém'] },
    400,
    refusedFields,
  ],
  ['POST message/sendText/aberta', { text: 'Oi' }, 400, refusedFields],
  ['POST message/sendText/aberta', { number: '5561977770000' }, 400, refusedFields],
  ['POST message/sendText/aberta', { number: 5561977770000, text: 'Oi' }, 400, refusedFields],
  ['POST message/sendText/aberta', { number: '1@g.us', text: 'Oi' }, 400, refusedFields],
  ['POST message/sendText/aberta', { number: '97777-0000', text: 'Oi' }, 400, refusedFields],
  [
    'POST message/sendReaction/aberta',
    { key: { remoteJid: '5561977770000@s.whatsapp.net', fromMe: false, id: '3A' }, reaction: '👍' },
    201,
    sentReaction(),
  ],
  ['POST message/sendReaction/aberta', { reaction: '👍' }, 400, refusedFields],
  [
    'POST message/sendReaction/aberta',
    { key: { remoteJid: '1@g.us', fromMe: false, id: '3A' }, reaction: '👍' },
    400,
    refusedFields,
  ],
  [
    'POST message/sendLocation/aberta',
    { number: '5561977770000', latitude: -15.79, longitude: -47.88, name: 'Loja' },
    201,
    sent(
      '{ locationMessage: { degreesLatitude: number, degreesLongitude: number, name: string } }',
    ),
  ],
  [
    'POST message/sendLocation/aberta',
    { number: '5561977770000', latitude: 91, longitude: '2' },
    400,
    refusedFields,
  ],
  ['POST message/sendLocation/fechada', PLACE, 400, failure],
  ['POST message/sendLocation/nenhuma', PLACE, 404, failure],
  ['POST message/sendLocation/aberta', { ...PLACE, number: ABSENT_PHONE }, 400, absent],
  [
    'POST message/sendContact/aberta',
    { number: '5561977770000', contact: [{ fullName: 'Ana', phoneNumber: '61 97777-0001' }] },
    201,
    sent('{ contactMessage: { displayName: string, vcard: string } }'),
  ],
  [
    'POST message/sendContact/aberta',
    {
      number: '5561977770000',
      contact: [
        { fullName: 'Ana', phoneNumber: '61 97777-0001' },
        { fullName: 'Bia', phoneNumber: '61 97777-0002', organization: 'Loja', email: 'b@x.br' },
      ],
    },
    201,
    sent('{ contactsArrayMessage: { displayName: string, contacts: [object] } }'),
  ],
  ['POST message/sendContact/aberta', { number: '5561977770000', contact: [] }, 400, refusedFields],
  [
    'POST message/sendPoll/aberta',
    { number: '5561977770000', name: 'Hora?', selectableCount: 1, values: ['8h', '9h'] },
    201,
    sent(
      '{ pollCreationMessageV3: { name: string, options: [object], selectableOptionsCount: number } }',
    ),
  ],
  [
    'POST message/sendPoll/aberta',
    { number: '5561977770000', name: 'Hora?', selectableCount: 3, values: ['8h', '9h'] },
    400,
    refusedFields,
  ],
  [
    'POST message/sendPoll/aberta',
    { number: '5561977770000', name: 'Hora?', selectableCount: 1, values: ['8h', '8h'] },
    400,
    refusedFields,
  ],
  [
    'POST chat/whatsappNumbers/aberta',
    { numbers: ['5561977770000', ABSENT_PHONE, '+55 61 97777-0001'] },
    200,
    '[{ jid: string, exists: boolean, number: string, lid?: string }]',
  ],
  ['POST chat/whatsappNumbers/aberta', { numbers: [] }, 400, bareFields],
  ['POST chat/whatsappNumbers/aberta', { numbers: [5561977770000] }, 400, bareFields],
  ['POST chat/whatsappNumbers/aberta', {}, 400, bareFields],
  ['POST chat/whatsappNumbers/fechada', { numbers: ['5561977770000'] }, 400, bareFailure],
]
