import type { StoredMessage } from '../../../src/domain/webhooks/webhook-message-store.ts'

/** What a gateway posts when a contact writes to one of its instances. */
export function anUpsert({
  instance = 'balcao',
  event = 'messages.upsert',
  data = aGatewayMessage(),
}: {
  readonly instance?: unknown
  readonly event?: unknown
  readonly data?: unknown
} = {}) {
  return {
    event,
    instance,
    data,
    destination: 'http://127.0.0.1:1/webhooks/x',
    date_time: '2026-01-15T09:00:00.000Z',
    sender: '5561900001111@s.whatsapp.net',
    server_url: 'http://127.0.0.1:2',
    apikey: 'chave-da-instancia',
  }
}

/** What a gateway posts when the status of an instance's message changes. */
export function anUpdate({
  event = 'messages.update',
  data = {
    keyId: 'MSG1',
    remoteJid: '5561988880001@s.whatsapp.net',
    fromMe: true,
    status: 'DELIVERY_ACK',
    instanceId: '00000000-0000-4000-8000-000000000000',
    messageId: 'of-the-gateway',
  },
}: {
  readonly event?: string
  readonly data?: unknown
} = {}) {
  return { ...anUpsert({ event }), data }
}

/** As much of a JPEG as its beginning: 3 bytes that say so, and one more. */
export const JPEG = '/9j/4AAQ'

export function aGatewayMessage({
  id = 'MSG1',
  remoteJid = '5561988880001@s.whatsapp.net',
  fromMe = false,
  text = 'Bom dia!',
  at = 1_768_478_400,
  pushName = 'Bruna',
  key = {},
  ...rest
}: {
  readonly id?: string
  readonly remoteJid?: string
  readonly fromMe?: boolean
  readonly text?: string
  readonly at?: unknown
  readonly pushName?: string | null
  readonly key?: object
  readonly message?: unknown
  readonly messageType?: string
  readonly status?: string
} = {}) {
  return {
    key: { remoteJid, fromMe, id, participant: '', addressingMode: 'pn', ...key },
    pushName,
    status: 'DELIVERY_ACK',
    message: { conversation: text },
    messageType: 'conversation',
    messageTimestamp: at,
    instanceId: '00000000-0000-4000-8000-000000000000',
    source: 'android',
    ...rest,
  }
}

export function aStoredMessage(fields: Partial<StoredMessage> = {}): StoredMessage {
  return {
    id: 'MSG1',
    remoteJid: '5561988880001@s.whatsapp.net',
    lid: null,
    pushName: 'Bruna',
    content: 'Bom dia!',
    type: 'conversation',
    isFromMe: false,
    sentAtSeconds: 1_768_478_400,
    status: null,
    thumbnail: null,
    ...fields,
  }
}
