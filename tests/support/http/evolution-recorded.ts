import {
  code,
  created,
  done,
  failure,
  HOOK,
  OUT,
  refusedFields,
  refusedKey,
  rows,
  sentText,
  settings,
  settingsChanged,
  state,
} from './evolution-calls.ts'
import type { Shape } from './shape.ts'

/** How Evolution API 2.3.6 answered each call that was made to it, and where this gateway differs. */
export type RecordedCall = {
  readonly call: string
  readonly body?: unknown
  /** The key of the call; left out: the account's. */
  readonly key?: 'none' | 'empty' | 'wrong' | 'of aberta' | 'of fechada'
  /** Calls that were made before. */
  readonly after?: readonly string[]
  readonly status: number
  readonly shape: Shape
  readonly ours?: { readonly status: number; readonly shape: Shape; readonly why: string }
}

const READER = '5561977770000'
const noCode = '{ count: number }'
const plainText = '{ status: number, error: string, response: { message: string } }'
const root = `{ status: number, message: string, version: string, clientName: string,
  manager: string, documentation: string, whatsappWebVersion: string }`

const create = 'POST instance/create'
const list = 'GET instance/fetchInstances'
const sendText = 'POST message/sendText'
const text = { number: READER, text: 'Oi' }
const noSettings = {
  ...{ rejectCall: true, msgCall: 'Escreva.', groupsIgnore: false, alwaysOnline: false },
  ...{ readMessages: false, readStatus: false, syncFullHistory: false },
}

const FIELDS = 'a field that is missing or of a wrong type is named, and the fault is the caller’s'
const COMPLETE =
  'a webhook without a list of events means those of messages; the original crashed over it'
const CHECKED = 'an address or event that can never work is refused before anything is made'
const FLAT = 'the fields of version 1 are understood, in place of being refused or ignored'
const ROOT = 'there is no Manager at this address, and the root asks nobody else for a version'

/**
 * Calls for a user with the instances `aberta`, `fechada`, `lendo` (shows its QR) and `semrede`.
 */
export const recordedCalls: readonly RecordedCall[] = [
  ...onKeys(),
  ...onInstances(),
  ...onCreation(),
  ...onConnections(),
]

function onKeys(): RecordedCall[] {
  const refused = { status: 401, shape: refusedKey }
  return [
    { call: 'GET instance/connect/fechada', key: 'none', ...refused },
    { call: 'DELETE instance/delete/fechada', key: 'none', ...refused },
    { call: 'GET instance/connectionState/fechada', key: 'none', ...refused },
    { call: 'GET instance/connectionState/fechada', key: 'wrong', ...refused },
    { call: 'GET instance/connectionState/fechada', key: 'of aberta', ...refused },
    { call: list, key: 'none', ...refused },
    { call: list, key: 'empty', ...refused },
    { call: list, key: 'wrong', ...refused },
    { call: list, key: 'of aberta', status: 200, shape: rows },
    { call: `${list}?instanceName=fechada`, key: 'of aberta', ...refused },
    { call: create, body: { instanceName: 'nova', ...OUT }, key: 'of aberta', ...refused },
    { call: 'DELETE instance/delete/aberta', key: 'of aberta', status: 200, shape: done },
    { call: `${sendText}/aberta`, body: text, key: 'of aberta', status: 201, shape: sentText },
    {
      ...{
        call: 'GET instance/connectionState/nenhuma',
        key: 'wrong',
        status: 404,
        shape: failure,
      },
      ours: { ...refused, why: 'no key finds out which names there are' },
    },
    {
      call: 'POST verify-creds',
      body: {},
      status: 200,
      shape: '{ status: number, message: string }',
    },
    ...(['none', 'wrong'] as const).map((key) => ({
      ...{ call: 'GET ', key, status: 200, shape: root },
      ours: {
        status: 200,
        shape: '{ status: number, message: string, version: string, clientName: string }',
        why: ROOT,
      },
    })),
  ]
}

function onInstances(): RecordedCall[] {
  const unknown = { status: 404, shape: failure }
  return [
    { call: list, status: 200, shape: rows },
    { call: `${list}?instanceName=aberta`, status: 200, shape: rows },
    { call: `${list}?number=5561988880000`, status: 200, shape: rows },
    { call: `${list}?instanceName=nenhuma`, ...unknown },
    { call: `${list}?instanceId=00000000-0000-4000-8000-000000000000`, ...unknown },
    { call: 'GET instance/connectionState/aberta', status: 200, shape: state },
    { call: 'GET instance/connectionState/fechada', status: 200, shape: state },
    { call: 'GET instance/connectionState/semrede', status: 200, shape: state },
    {
      ...{
        call: 'GET instance/connectionState/loja%20de%2Fa%C3%A7a%C3%AD',
        status: 200,
        shape: state,
      },
      after: [`${create} {"instanceName":"loja de/açaí","integration":"WHATSAPP-BAILEYS"}`],
    },
    { call: 'GET instance/connect/nenhuma', ...unknown },
    { call: 'DELETE instance/delete/nenhuma', ...unknown },
    { call: 'DELETE instance/logout/nenhuma', ...unknown },
    { call: 'DELETE instance/delete/aberta', status: 200, shape: done },
    { call: 'DELETE instance/delete/fechada', status: 200, shape: done },
    {
      ...{ call: 'DELETE instance/delete/fechada', after: ['DELETE instance/delete/fechada'] },
      ...{ status: 200, shape: done },
      ours: { ...unknown, why: 'an instance is gone once the call that deletes it was answered' },
    },
    {
      ...{ call: 'GET instance/connectionState/aberta', after: ['DELETE instance/delete/aberta'] },
      ...unknown,
    },
    {
      ...{ call: create, body: { instanceName: 'fechada', ...OUT } },
      after: ['DELETE instance/delete/fechada'],
      ...{ status: 201, shape: created() },
    },
    { call: 'GET instance/connect', ...unknown },
    { call: 'GET instance/create', ...unknown },
    { call: 'GET nada', ...unknown },
    { call: 'POST settings/set/aberta', body: noSettings, status: 201, shape: settingsChanged },
    { call: 'GET settings/find/aberta', status: 200, shape: `{ ${settings} }` },
  ]
}

function onCreation(): RecordedCall[] {
  const nova = { instanceName: 'nova', ...OUT }
  const made = { status: 201, shape: created() }
  const refused = { status: 400, shape: refusedFields }
  const events = HOOK.events
  return [
    { call: create, body: nova, ...made },
    { call: create, body: { ...nova, qrcode: false }, ...made },
    { call: create, body: { ...nova, ...noSettings }, ...made },
    {
      ...{ call: create, status: 201, shape: created(code) },
      body: { ...nova, qrcode: true, webhook: { ...HOOK, byEvents: true, headers: { a: 'b' } } },
    },
    { call: create, body: { ...nova, webhook: { ...HOOK, enabled: false } }, ...made },
    { call: create, body: { ...nova, webhookUrl: HOOK.url, webhookEvents: events }, ...made },
    {
      call: create,
      body: { instanceName: 'nova', integration: 'OUTRA' },
      status: 400,
      shape: failure,
    },
    { call: create, body: { instanceName: 'nova' }, status: 400, shape: failure },
    { call: create, body: { instanceName: 'aberta', ...OUT }, status: 403, shape: failure },
    { call: create, body: { ...nova, qrcode: 'true' }, ...refused },
    { call: create, body: '{"instanceName": ', status: 400, shape: plainText },
    {
      ...{ call: create, body: { ...nova, webhook: { url: 'nenhum', events } }, ...made },
      ours: { ...refused, why: CHECKED },
    },
    {
      ...{ call: create, body: { ...nova, webhook: { ...HOOK, events: ['NENHUM'] } }, ...made },
      ours: { ...refused, why: CHECKED },
    },
    {
      ...{
        call: create,
        body: { ...nova, webhook: { url: HOOK.url } },
        status: 400,
        shape: failure,
      },
      ours: { ...made, why: COMPLETE },
    },
    {
      ...{ call: create, body: { ...nova, webhook: HOOK.url }, status: 400, shape: failure },
      ours: { ...made, why: FLAT },
    },
    {
      ...{ call: create, body: OUT, status: 403, shape: failure },
      ours: { ...refused, why: FIELDS },
    },
    {
      ...{ call: create, body: { instanceName: 123, ...OUT }, status: 500, shape: failure },
      ours: { ...refused, why: FIELDS },
    },
  ]
}

function onConnections(): RecordedCall[] {
  const notConnected = { status: 400, shape: failure }
  return [
    { call: 'GET instance/connect/lendo', status: 200, shape: code },
    { call: 'GET instance/connect/fechada', status: 200, shape: code },
    { call: `GET instance/connect/fechada?number=${READER}`, status: 200, shape: code },
    { call: 'GET instance/connect/aberta', status: 200, shape: state },
    { call: 'GET instance/connect/semrede', status: 200, shape: noCode },
    {
      ...{ call: 'GET instance/connect/aberta', after: ['DELETE instance/logout/aberta'] },
      ...{ status: 200, shape: code },
    },
    { call: 'DELETE instance/logout/aberta', status: 200, shape: done },
    { call: 'DELETE instance/logout/lendo', status: 200, shape: done },
    { call: 'DELETE instance/logout/fechada', ...notConnected },
    {
      ...{ call: 'DELETE instance/logout/aberta', after: ['DELETE instance/logout/aberta'] },
      ...notConnected,
    },
    {
      ...{ call: 'GET instance/connectionState/lendo', after: ['DELETE instance/logout/lendo'] },
      ...{ status: 200, shape: state },
    },
    { call: 'POST instance/restart/lendo', status: 200, shape: code },
    {
      ...{ call: 'PUT instance/restart/lendo', status: 404, shape: failure },
      ours: { status: 200, shape: code, why: FLAT },
    },
  ]
}
