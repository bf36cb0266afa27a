import {
  absent,
  failure,
  HOOK,
  PIXEL,
  refusedFields,
  sent,
  sentReaction,
  sentText,
  webhook,
} from './evolution-calls.ts'
import type { RecordedCall } from './evolution-recorded.ts'

const READER = '5561977770000'
const CHAT = `${READER}@s.whatsapp.net`
const plainText = '{ status: number, error: string, response: { message: string } }'
const bareFields = '{ status: number, error: string, message: [[string]] }'
const ourBareFields =
  '{ status: number, error: string, message: [[string]], response: { message: [[string]] } }'
const ourBareFailure =
  '{ status: number, error: string, message: [string], response: { message: [string] } }'
const boom = '{ data: null, isBoom: boolean, isServer: boolean, output: any }'
const withImage = { number: READER, mediatype: 'image', mimetype: 'image/png', media: PIXEL }

const setWebhook = 'POST webhook/set/aberta'
const sendText = 'POST message/sendText'
const text = { number: READER, text: 'Oi' }

const COMPLETE =
  'a webhook without a list of events means those of messages; the original crashed over it'
const FLAT = 'the fields of version 1 are understood, in place of being refused or ignored'
const CONNECTED = 'not connected is one answer, however it came about'

/** The same about what an instance sends, reads and tells. */
export const recordedMessages: readonly RecordedCall[] = [
  ...onWebhooks(),
  ...onMessages(),
  ...onChats(),
]

function onWebhooks(): RecordedCall[] {
  const set = { status: 201, shape: webhook }
  const refused = { status: 400, shape: refusedFields }
  return [
    { call: setWebhook, body: { webhook: { enabled: true, ...HOOK, byEvents: false } }, ...set },
    { call: setWebhook, body: { webhook: { enabled: true, ...HOOK, events: [] } }, ...set },
    { call: setWebhook, body: { webhook: { enabled: false, ...HOOK, url: '' } }, ...set },
    { call: setWebhook, body: { webhook: { ...HOOK, webhookByEvents: true } }, ...set },
    { call: setWebhook, body: {}, ...refused },
    { call: setWebhook, body: { webhook: HOOK.url }, ...refused },
    { call: setWebhook, body: { webhook: { events: HOOK.events } }, ...refused },
    { call: setWebhook, body: { webhook: { ...HOOK, events: ['GROUPS_UPDATE'] } }, ...refused },
    { call: setWebhook, body: { webhook: { ...HOOK, events: ['NENHUM'] } }, ...refused },
    { call: 'POST webhook/set/nenhuma', body: { webhook: HOOK }, status: 404, shape: failure },
    {
      ...{ call: setWebhook, body: { webhook: { enabled: true, url: HOOK.url } } },
      ...{ status: 500, shape: plainText, ours: { ...set, why: COMPLETE } },
    },
    {
      ...{ call: setWebhook, body: { ...HOOK, webhook_by_events: false }, ...refused },
      ours: { ...set, why: FLAT },
    },
    { call: 'GET webhook/find/aberta', status: 200, shape: 'null' },
    {
      ...{ call: 'GET webhook/find/aberta', status: 200, shape: webhook },
      after: [`${setWebhook} ${JSON.stringify({ webhook: HOOK })}`],
    },
    { call: 'GET webhook/find/nenhuma', status: 404, shape: failure },
  ]
}

function onMessages(): RecordedCall[] {
  const refused = { status: 400, shape: refusedFields }
  const failed = { status: 400, shape: failure }
  const media = 'POST message/sendMedia'
  const plain = { number: READER, mediatype: 'image' }
  const sentImage = sent(
    '{ imageMessage: { mimetype: string, fileLength: object, caption: string } }',
  )
  return [
    { call: `${sendText}/aberta`, body: text, status: 201, shape: sentText },
    {
      ...{ call: `${sendText}/aberta`, status: 201, shape: sentText },
      body: { ...text, number: CHAT, delay: 5, linkPreview: false },
    },
    {
      ...{ call: `${sendText}/aberta`, status: 400, shape: absent },
      body: { ...text, number: '5561900000000' },
    },
    { call: `${sendText}/aberta`, body: { text: 'Oi' }, ...refused },
    { call: `${sendText}/aberta`, body: { number: READER }, ...refused },
    { call: `${sendText}/aberta`, body: { ...text, number: Number(READER) }, ...refused },
    {
      ...{ call: `${sendText}/aberta`, ...refused },
      body: { number: READER, options: { delay: 1 }, textMessage: { text: 'Oi' } },
    },
    {
      ...{ call: `${sendText}/aberta`, body: text, ...failed },
      after: ['DELETE instance/logout/aberta'],
    },
    { call: `${sendText}/lendo`, body: text, ...failed },
    {
      ...{ call: `${sendText}/semrede`, body: text, status: 500, shape: plainText },
      ours: { ...failed, why: CONNECTED },
    },
    {
      ...{ call: `${media}/fechada`, body: withImage, status: 500, shape: failure },
      ours: { ...failed, why: CONNECTED },
    },
    {
      call: `${media}/aberta`,
      body: { ...withImage, caption: 'Foto' },
      status: 201,
      shape: sentImage,
    },
    { call: `${media}/aberta`, body: { ...plain, media: 'nem isto!' }, ...failed },
    { call: `${media}/aberta`, body: { ...plain, media: 'http://localhost:1/x.png' }, ...failed },
    { call: `${media}/aberta`, body: { ...withImage, mediatype: 'banana' }, ...refused },
    {
      ...{ call: `${media}/aberta`, ...failed },
      body: { number: READER, mediatype: 'document', media: PIXEL },
    },
    {
      ...{ call: 'POST message/sendReaction/aberta', status: 201, shape: sentReaction() },
      body: { key: { remoteJid: CHAT, fromMe: false, id: '3A01' }, reaction: '👍' },
    },
  ]
}

function onChats(): RecordedCall[] {
  const numbers = (name: string) => `POST chat/whatsappNumbers/${name}`
  const refused = { status: 400, shape: bareFields }
  const why = 'a refusal has the envelope of all others, and the field that clients look for here'
  const ours = { status: 400, shape: ourBareFields, why }
  return [
    { call: 'POST chat/findChats/aberta', body: {}, status: 200, shape: '[object]' },
    { call: 'POST chat/findContacts/aberta', body: {}, status: 200, shape: '[object]' },
    {
      ...{ call: 'POST chat/findMessages/aberta', status: 200 },
      body: { where: { key: { remoteJid: CHAT } } },
      shape:
        '{ messages: { total: number, pages: number, currentPage: number, records: [object] } }',
    },
    {
      ...{ call: 'POST chat/markMessageAsRead/aberta', status: 201 },
      body: { readMessages: [{ remoteJid: CHAT, fromMe: false, id: '3A01' }] },
      shape: '{ message: string, read: string }',
    },
    {
      ...{ call: numbers('aberta'), status: 200 },
      body: { numbers: [READER, '5561900000000', '+55 61 97777-0001'] },
      shape: '[{ jid: string, exists: boolean, number: string, lid?: string }]',
    },
    { call: numbers('aberta'), body: { numbers: [] }, ...refused, ours },
    { call: numbers('aberta'), body: { numbers: [Number(READER)] }, ...refused, ours },
    { call: numbers('aberta'), body: {}, status: 400, shape: '{ }', ours },
    {
      ...{ call: numbers('semrede'), body: { numbers: [READER] }, status: 400, shape: boom },
      ours: { status: 400, shape: ourBareFailure, why },
    },
  ]
}
