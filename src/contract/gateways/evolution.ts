import { z } from 'zod'
import { AnyDeviceId } from '../devices/device.ts'
import { type ErrorCode, errorCatalogue } from '../errors.ts'
import { GATEWAY_KEY_MAX_LENGTH, NUMBERS_MAX_COUNT, TEXT_MAX_LENGTH } from '../limits.ts'
import { ContextInfoJson, contextFields } from './evolution-context.ts'
import { Recipient } from './evolution-recipient.ts'
import { createdSettings, readCreatedSettings, SettingsJson } from './evolution-settings.ts'
import { readWebhook, WebhookInput, webhookEventList, webhookUrl } from './evolution-webhook.ts'
import { InstanceWebsocket, WebsocketChoice, WebsocketRowJson } from './evolution-websocket.ts'

/** Calls and answers of the Evolution-compatible API, in Evolution API's words. */

const ErrorMessage = z.union([z.string(), z.array(z.unknown())])

export const EvolutionErrorJson = z.object({
  status: z.int(),
  error: z.string(),
  response: z.object({ message: ErrorMessage }),
  /** Stands outside the envelope only for whatsappNumbers, as in the original. */
  message: ErrorMessage.optional(),
})

/** The errors that Evolution API answers with another status than ours. */
const evolutionStatuses: Partial<Record<ErrorCode, number>> = {
  device_taken: 403,
  method_not_allowed: 404,
  device_not_connected: 400,
  not_on_whatsapp: 400,
  refused_by_whatsapp: 400,
  image_type: 400,
  media_type: 400,
}

export function evolutionStatusOf(code: ErrorCode): number {
  return evolutionStatuses[code] ?? errorCatalogue[code].status
}

/** The only kind of instance that is served. */
export const INTEGRATION = 'WHATSAPP-BAILEYS'

/** An instance's token, as short as its owner wants it; an empty one counts as left out. */
const InstanceToken = z
  .string()
  .max(GATEWAY_KEY_MAX_LENGTH, 'O token é longo demais.')
  .regex(/^[\x21-\x7e]*$/, 'O token tem caracteres inválidos.')

const InstanceNumber = z
  .string()
  .max(100)
  .regex(/^(?:\d[\w.@-]*)?$/, 'Informe o número só com dígitos.')

/** The fields that count when an instance is created; others are ignored. */
export const EvolutionInstanceBody = z
  .object({
    instanceName: z.string('Informe o nome da instância.').pipe(AnyDeviceId),
    integration: z.string().max(60).optional(),
    token: InstanceToken.nullish(),
    number: InstanceNumber.nullish(),
    qrcode: z.boolean().optional(),
    /** Older clients send the address alone, as a string. */
    webhook: z.preprocess(
      (given) => (typeof given === 'string' ? { url: given } : given),
      WebhookInput.nullish(),
    ),
    /** The webhook's address as the oldest clients send it. */
    webhookUrl: webhookUrl.nullish(),
    webhookByEvents: z.boolean().optional(),
    webhookBase64: z.boolean().optional(),
    webhook_by_events: z.boolean().optional(),
    webhook_base64: z.boolean().optional(),
    webhookEvents: webhookEventList.optional(),
    events: webhookEventList.optional(),
    /** Counts where sockets are switched on. */
    websocket: WebsocketChoice.nullish(),
    ...createdSettings,
  })
  .transform((body, context) => {
    const { webhook, webhookUrl: url, webhookEvents: events = body.events, ...flat } = body
    const fields = webhook ? { ...flat, events, ...webhook } : url && { ...flat, url, events }
    return {
      name: body.instanceName,
      integration: body.integration,
      token: body.token || undefined,
      number: body.number || undefined,
      wantsQr: body.qrcode ?? false,
      settings: readCreatedSettings(body),
      websocket: body.websocket ?? null,
      webhook: fields ? readWebhook(fields, { path: ['webhook', 'url'], context }) : null,
    }
  })
export type EvolutionInstanceBody = z.output<typeof EvolutionInstanceBody>

export const EvolutionInstancesQuery = z.object({
  instanceName: z.string().max(100).optional(),
  instanceId: z.string().max(100).optional(),
  number: z.string().max(100).optional(),
})
export type EvolutionInstancesQuery = z.infer<typeof EvolutionInstancesQuery>

export const EvolutionConnectQuery = z.object({ number: InstanceNumber.optional() })

export const SendTextBody = z.object({
  number: Recipient,
  text: z
    .string('Informe o texto.')
    .min(1, 'Informe o texto.')
    .max(TEXT_MAX_LENGTH, 'O texto é longo demais.'),
  ...contextFields,
})
export type SendTextBody = z.infer<typeof SendTextBody>

export const NumbersBody = z.object({
  numbers: z
    .array(z.string('Informe os números como texto.').max(100), 'Informe os números.')
    .min(1, 'Informe pelo menos um número.')
    .max(NUMBERS_MAX_COUNT, `Consulte no máximo ${NUMBERS_MAX_COUNT} números de cada vez.`),
})

const state = z.enum(['open', 'connecting', 'close'])
export type InstanceState = z.infer<typeof state>

const nothing = z.object({})

export const InstanceStateJson = z.object({
  instance: z.object({ instanceName: z.string(), state }),
})

export const InstanceCodeJson = z.object({
  pairingCode: z.string().nullable().optional(),
  code: z.string().nullable().optional(),
  base64: z.string().nullable().optional(),
  count: z.int().min(0),
})

export const InstanceCreatedJson = z.object({
  instance: z.object({
    instanceName: z.string(),
    instanceId: z.string(),
    integration: z.string(),
    webhookWaBusiness: z.null(),
    accessTokenWaBusiness: z.string(),
    status: state,
  }),
  /** The instance's token. */
  hash: z.string(),
  webhook: z.object({
    webhookUrl: z.string().optional(),
    webhookHeaders: z.record(z.string(), z.string()).optional(),
    webhookByEvents: z.boolean().optional(),
    webhookBase64: z.boolean().optional(),
  }),
  websocket: InstanceWebsocket.partial(),
  rabbitmq: nothing,
  nats: nothing,
  sqs: nothing,
  settings: SettingsJson,
  qrcode: InstanceCodeJson.optional(),
})

export const InstanceRowJson = z.object({
  id: z.string(),
  name: z.string(),
  connectionStatus: state,
  ownerJid: z.string().nullable(),
  profileName: z.string().nullable(),
  profilePicUrl: z.string().nullable(),
  integration: z.string(),
  number: z.string().nullable(),
  businessId: z.string().nullable(),
  token: z.string(),
  clientName: z.string(),
  disconnectionReasonCode: z.int().nullable(),
  disconnectionObject: z.string().nullable(),
  disconnectionAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  Chatwoot: z.null(),
  Proxy: z.null(),
  Rabbitmq: z.null(),
  Nats: z.null(),
  Sqs: z.null(),
  Websocket: WebsocketRowJson.nullable(),
  Setting: z.object({
    id: z.string(),
    ...SettingsJson.shape,
    createdAt: z.string(),
    updatedAt: z.string(),
    instanceId: z.string(),
  }),
  _count: z.object({ Message: z.int(), Contact: z.int(), Chat: z.int() }),
})
export const InstanceRowsJson = z.array(InstanceRowJson)

/** Version that clients see; some choose their requests by it. */
export const EVOLUTION_VERSION = '2.3.6'

export const RootJson = z.object({
  status: z.literal(200),
  message: z.string(),
  version: z.string(),
  clientName: z.string(),
})

export const VerifiedJson = z.object({ status: z.literal(200), message: z.string() })

export const DoneJson = z.object({
  status: z.literal('SUCCESS'),
  error: z.literal(false),
  response: z.object({ message: z.string() }),
})

export const WebhookRowJson = z.object({
  id: z.string(),
  url: z.string(),
  headers: z.record(z.string(), z.string()).nullable(),
  enabled: z.boolean(),
  events: z.array(z.string()),
  /** Not in the original: the chosen events that are never sent. */
  unsentEvents: z.array(z.string()),
  webhookByEvents: z.boolean(),
  webhookBase64: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  instanceId: z.string(),
})

export const SentMessageJson = z.object({
  key: z.object({ remoteJid: z.string(), fromMe: z.literal(true), id: z.string() }),
  pushName: z.string(),
  status: z.string(),
  message: z.record(z.string(), z.unknown()),
  /** A reaction has none. */
  contextInfo: ContextInfoJson.optional(),
  messageType: z.string(),
  /** Epoch seconds. */
  messageTimestamp: z.int(),
  instanceId: z.string(),
  source: z.string(),
})

export const NumbersJson = z.array(
  z.object({
    jid: z.string(),
    exists: z.boolean(),
    number: z.string(),
    lid: z.string().optional(),
  }),
)
