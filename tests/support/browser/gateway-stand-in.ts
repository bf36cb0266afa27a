import { aStandIn, type Seen } from '../daemon/stand-in.ts'

/** An instance of a gateway that a test plays. */
export type PlayedInstance = {
  /** The record as version 2 lists it, or as version 1 has it inside `instance`. */
  readonly record: Readonly<Record<string, unknown>>
  state: 'open' | 'connecting' | 'close'
  webhook: Record<string, unknown> | null
  /** How many polls of its code still find none. */
  emptyPolls: number
}

export const PLAYED_KEY = 'chave-da-loja'
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

const refused = (status: number, message: unknown, error = 'Bad Request') => ({
  status,
  body: { status, error, response: { message } },
})
const done = (message: string) => ({
  body: { status: 'SUCCESS', error: false, response: { message } },
})

/**
 * A gateway in the shapes of Evolution API, with values of our own. `failures` holds answers by
 * method and path that replace its own.
 */
export async function aPlayedGateway(instances: Record<string, PlayedInstance>) {
  const failures = new Map<string, { readonly status: number; readonly body: unknown }>()
  const { url, seen } = await aStandIn((call) => {
    const path = decodeURIComponent(call.path.split('?')[0] ?? '')
    const failure = failures.get(`${call.method} ${path}`)
    if (failure) return failure
    if (path === '/') return { body: { status: 200, message: 'Welcome', version: '2.3.6' } }
    if (call.headers.apikey !== PLAYED_KEY) return refused(401, 'Unauthorized', 'Unauthorized')
    if (path === '/instance/fetchInstances') {
      return { body: Object.values(instances).map(({ record }) => record) }
    }
    if (path === '/instance/create') return create(call)
    return answerFor(call, path)
  })

  function create({ text }: Seen) {
    const body: { instanceName: string; number?: string; webhook?: Record<string, unknown> } =
      JSON.parse(text)
    const { instanceName: name, webhook } = body
    if (instances[name]) {
      return refused(403, [`This name "${name}" is already in use.`], 'Forbidden')
    }
    instances[name] = {
      record: aRecord(name, { connectionStatus: 'close', number: body.number ?? null }),
      state: 'connecting',
      webhook: webhook ? aWebhookRow(webhook) : null,
      emptyPolls: 1,
    }
    return {
      status: 201,
      body: { instance: { instanceName: name, status: 'connecting' }, qrcode: { count: 0 } },
    }
  }

  function answerFor(call: Seen, path: string) {
    const [, area, action, name = ''] = path.split('/')
    const instance = instances[name]
    if (!instance) return refused(404, [`The "${name}" instance does not exist`], 'Not Found')
    switch (`${area}/${action}`) {
      case 'instance/connectionState':
        return { body: { instance: { instanceName: name, state: instance.state } } }
      case 'instance/connect':
        return { body: codeOf(name, instance, call.path) }
      case 'instance/delete':
        delete instances[name]
        return done('Instance deleted')
      case 'webhook/find':
        return { body: instance.webhook }
      case 'webhook/set':
        return setWebhook(instance, JSON.parse(call.text))
      default:
        return refused(404, [`Cannot ${call.method} ${path}`], 'Not Found')
    }
  }

  return { url, seen, instances, failures }
}

function codeOf(name: string, instance: PlayedInstance, path: string) {
  if (instance.state === 'open') return { instance: { instanceName: name, state: 'open' } }
  if (instance.emptyPolls > 0) {
    instance.emptyPolls -= 1
    return { count: 0 }
  }
  const pairingCode = path.includes('number=') ? 'LOJA2026' : null
  return { pairingCode, code: '2@codigo-da-loja', base64: PIXEL, count: 1 }
}

/** The settings stand inside `webhook` for version 2, and alone for version 1. */
function setWebhook(instance: PlayedInstance, body: Record<string, unknown>) {
  if ('instance' in instance.record) {
    if ('webhook' in body) return refused(400, [['instance requires property "url"']])
    instance.webhook = body
    return { status: 201, body: { webhook: body } }
  }
  instance.webhook = aWebhookRow(Object(body.webhook))
  return { status: 201, body: instance.webhook }
}

function aWebhookRow({ enabled, url, byEvents, base64, events }: Record<string, unknown>) {
  return { id: 'w1', url, enabled, events, webhookByEvents: byEvents, webhookBase64: base64 }
}

/** A record as version 2 lists it. */
export function aRecord(name: string, fields: Record<string, unknown> = {}) {
  return {
    id: `id-de-${name}`,
    name,
    connectionStatus: 'open',
    ownerJid: null,
    profileName: null,
    profilePicUrl: null,
    integration: 'WHATSAPP-BAILEYS',
    number: null,
    token: `token-de-${name}`,
    createdAt: '2026-10-05T12:00:00.000Z',
    _count: { Message: 0, Contact: 0, Chat: 0 },
    ...fields,
  }
}
