import type { z } from 'zod'
import type { DisconnectCode } from '../../contract/devices/device.ts'
import { disconnectReasons } from '../../contract/devices/disconnect-reasons.ts'
import type {
  InstanceCodeJson,
  InstanceCreatedJson,
  InstanceRowJson,
  NumbersJson,
  SentMessageJson,
  WebhookRowJson,
} from '../../contract/gateways/evolution.ts'
import { unsentOf } from '../../contract/gateways/evolution-webhook.ts'
import type {
  InstanceWebsocket,
  WebsocketRowJson,
} from '../../contract/gateways/evolution-websocket.ts'
import { phoneJid } from '../../contract/jid.ts'
import type { Instance, InstanceCode } from '../../domain/gateways/evolution.ts'
import type { SentMedia } from '../../domain/gateways/evolution-media.ts'
import type { NumberAnswer, SentMessage } from '../../domain/gateways/evolution-messages.ts'
import type { InstanceRecord, KeptWebhook } from '../../domain/gateways/instances.ts'
import type { MessagePart } from '../../domain/message-content.ts'
import { contextInfo } from '../../domain/webhooks/webhook-events.ts'
import type { MessageCounts } from '../../domain/webhooks/webhook-message-store.ts'
import { drawQr } from './qr-picture.ts'

/** Encodes instances and messages in the words of Evolution API. */

/** Encodes the settings; those that do not exist here are reported as off. */
export function toSettings({ settings }: Pick<InstanceRecord, 'settings'>) {
  return { ...settings, syncFullHistory: false, wavoipToken: '' }
}

/** WhatsApp's own codes, where the end of a connection has one. */
const reasonCodes: Partial<Record<DisconnectCode, number>> = {
  logged_out: 401,
  locked: 403,
  banned: 406,
  suspended: 402,
  suspended_strangers: 402,
  suspended_blocked: 402,
  suspended_groups: 402,
  suspended_repeated: 402,
  suspended_broadcast: 402,
  outdated: 405,
  bad_client: 409,
  connection_lost: 408,
  unreachable: 408,
  replaced: 440,
}

export function toRow({
  record,
  device,
  state,
  counts,
}: Instance & { readonly counts: MessageCounts }): z.infer<typeof InstanceRowJson> {
  const { instanceId, createdAt, updatedAt } = record
  return {
    id: instanceId,
    name: record.id,
    connectionStatus: state,
    ownerJid: device.phone === null ? null : phoneJid(device.phone),
    profileName: device.phone === null ? null : device.connectionName,
    profilePicUrl: null,
    integration: record.integration,
    number: record.number ?? device.phone,
    businessId: null,
    token: record.token,
    clientName: 'disparo',
    ...disconnectionOf({ device, state }),
    createdAt,
    updatedAt,
    ...{ Chatwoot: null, Proxy: null, Rabbitmq: null, Nats: null, Sqs: null },
    Websocket: toWebsocketRow(record),
    Setting: { id: instanceId, ...toSettings(record), createdAt, updatedAt, instanceId },
    _count: { Message: counts.messages, Contact: counts.contacts, Chat: counts.chats },
  }
}

function disconnectionOf({ device, state }: Pick<Instance, 'device' | 'state'>) {
  const code = state === 'close' && device.reason !== null ? reasonCodes[device.reason] : undefined
  if (code === undefined || device.reason === null) {
    return { disconnectionReasonCode: null, disconnectionObject: null, disconnectionAt: null }
  }
  const reason = { statusCode: code, message: disconnectReasons[device.reason] }
  return {
    disconnectionReasonCode: code,
    disconnectionObject: JSON.stringify({ error: reason, date: device.lastSeenAt }),
    disconnectionAt: device.lastSeenAt,
  }
}

export async function toCreated({
  record,
  state,
  code,
  wantsQr,
}: Instance & { readonly code: InstanceCode | null; readonly wantsQr: boolean }): Promise<
  z.infer<typeof InstanceCreatedJson>
> {
  const { id, instanceId, integration, token, webhook } = record
  return {
    instance: {
      instanceName: id,
      instanceId,
      integration,
      webhookWaBusiness: null,
      accessTokenWaBusiness: '',
      status: state,
    },
    hash: token,
    webhook: webhook ? toCreatedWebhook(webhook) : {},
    websocket: toCreatedWebsocket(record),
    rabbitmq: {},
    nats: {},
    sqs: {},
    settings: toSettings(record),
    ...(wantsQr && { qrcode: code ? await toCode(code) : { count: 0 } }),
  }
}

function toCreatedWebsocket({ websocket }: InstanceRecord): Partial<InstanceWebsocket> {
  return websocket ? { enabled: websocket.enabled, events: websocket.events } : {}
}

function toCreatedWebhook({ url, headers, byEvents, base64 }: KeptWebhook) {
  return {
    webhookUrl: url,
    ...(headers !== null && { webhookHeaders: headers }),
    webhookByEvents: byEvents,
    webhookBase64: base64,
  }
}

export async function toCode({
  qr,
  pairingCode,
  count,
}: InstanceCode): Promise<z.infer<typeof InstanceCodeJson>> {
  if (qr === null && pairingCode === null) return { count }
  return { pairingCode, code: qr, base64: qr === null ? null : await drawQr(qr), count }
}

export function toState({ record, state }: Pick<Instance, 'record' | 'state'>) {
  return { instance: { instanceName: record.id, state } }
}

export function done(message: string) {
  return { status: 'SUCCESS', error: false, response: { message } } as const
}

export function toWebhookRow({
  instanceId,
  webhook,
}: InstanceRecord): z.infer<typeof WebhookRowJson> | null {
  if (!webhook) return null
  const { byEvents, base64, ...same } = webhook
  const unsentEvents = unsentOf(webhook.events)
  return { ...same, unsentEvents, webhookByEvents: byEvents, webhookBase64: base64, instanceId }
}

export function toWebsocketRow({
  instanceId,
  websocket,
}: InstanceRecord): z.infer<typeof WebsocketRowJson> | null {
  return websocket && { ...websocket, unsentEvents: unsentOf(websocket.events), instanceId }
}

type SentJson = z.infer<typeof SentMessageJson>

export function toSentText(sent: SentMessage, text: string): SentJson {
  return toSent(sent, { conversation: text }, 'conversation')
}

export function toSentMedia(sent: SentMedia, caption: string): SentJson {
  const { kind, mimeType, fileName } = sent.file
  const type = `${kind}Message`
  const medium = {
    mimetype: mimeType,
    fileLength: { low: sent.size, high: 0, unsigned: true },
    ...(caption !== '' && kind !== 'audio' && { caption }),
    ...(kind === 'document' && fileName !== null && { fileName, title: fileName }),
    ...withoutContext(sent.filePart),
  }
  return toSent(sent, { [type]: medium }, type)
}

export function toSentPart(sent: SentMessage, { type, fields }: MessagePart): SentJson {
  const { contextInfo: _, ...reaction } = toSent(sent, { [type]: fields }, type)
  const isBare = type === 'reactionMessage' || type === 'protocolMessage'
  return isBare ? reaction : toSent(sent, { [type]: fields }, type)
}

/** Removes the context: what a message answers stands beside its parts. */
function withoutContext(part: Readonly<Record<string, unknown>> = {}) {
  const { contextInfo: _, ...fields } = part
  return fields
}

function toSent(
  { record, messageId, jid, at, context }: SentMessage,
  message: Record<string, unknown>,
  messageType: string,
): SentJson {
  return {
    key: { remoteJid: jid, fromMe: true, id: messageId },
    pushName: 'Você',
    status: 'PENDING',
    message,
    contextInfo: contextInfo(context),
    messageType,
    messageTimestamp: Math.floor(Date.parse(at) / 1000),
    instanceId: record.instanceId,
    source: 'web',
  }
}

export function toNumbers(answers: readonly NumberAnswer[]): z.infer<typeof NumbersJson> {
  return answers.map(({ jid, exists, number, lid }) => ({
    jid,
    exists,
    number,
    ...(lid !== null && { lid }),
  }))
}
